import type { RecordedEvent } from '../events/store/event-store.ts'
import type { uuid } from './columns.ts'
import { changeRows, type NetChange } from './change-rows.ts'
import type { Statement } from './projection.ts'
import { insert } from './statements.ts'
import type { Columns, NewRow, RowOf, Table } from './table.ts'

/** Columns of a table whose rows have an id. */
type WithId = Columns & { readonly id: typeof uuid }

/** What happens to a row that an earlier event has begun; columns that are not named stay as they are. */
interface Change<C extends WithId, Sets extends keyof C, Adds extends keyof C, Firsts extends keyof C> {
  readonly id: string
  readonly set?: { readonly [Name in Sets]?: RowOf<C>[Name] }
  /** Added to sums. */
  readonly add?: { readonly [Name in Adds]?: RowOf<C>[Name] }
  /** Set where the row has null. */
  readonly first?: { readonly [Name in Firsts]?: RowOf<C>[Name] }
  /** There may be no such row, or one that may not change any more; without it, both are errors. */
  readonly ifAny?: true
}

/** What an event does to a table. */
type Effect<C extends WithId, Sets extends keyof C, Adds extends keyof C, Firsts extends keyof C> =
  | { readonly begins: NewRow<C> & { readonly id: string } }
  | Change<C, Sets, Adds, Firsts>

/** A batch, netted: each row is written once. */
interface Net<C extends WithId> {
  /** Rows that begin in the batch, as they are after it. */
  readonly begun: readonly (RowOf<C> & NewRow<C>)[]
  /** Changes of rows from earlier batches. */
  readonly changed: readonly NetChange[]
}

/** `Fact`: an event, as recorded or parsed. */
export interface FoldedTable<C extends WithId, Fact> {
  /** @throws {Error} when a row begins twice, or changes although it may not any more */
  readonly net: (batch: readonly Fact[]) => Net<C>
  /** `between`: statements that see the new rows, and the others as they were before the batch. */
  readonly write: (batch: readonly Fact[], between?: readonly Statement[]) => readonly Statement[]
}

/** Both are of one column, so both are numbers or both bigints. */
const sum = (before: unknown, more: unknown): unknown => {
  if (typeof more === 'bigint') return typeof before === 'bigint' ? before + more : more
  return Number(before ?? 0) + Number(more)
}

/** Applies a later change to `known`, a row or what is known of its change. */
export const applyChange = (
  known: Pick<NetChange, 'set' | 'add' | 'first'>,
  { set = {}, add = {}, first = {} }: Partial<NetChange>,
): void => {
  for (const [name, value] of Object.entries(set)) {
    known.set[name] = value
    delete known.add[name]
    delete known.first[name]
  }
  for (const [name, more] of Object.entries(add)) {
    const values = name in known.set ? known.set : known.add
    values[name] = sum(values[name], more)
  }
  for (const [name, value] of Object.entries(first))
    (name in known.set ? known.set : known.first)[name] ??= value
}

/**
 * Folds events into the rows of a table without reading them: what a batch does to each row is netted, then one
 * statement inserts the new rows and one changes those of earlier batches.
 * @param sets,adds,firsts the columns that changes may set, add to, and set where they are null
 * @param only a column, and the value that it must have in a row that changes
 * @param effects what an event does, in this order
 */
export const foldTable = <
  C extends WithId,
  Sets extends keyof C & string,
  Adds extends keyof C & string = never,
  Firsts extends keyof C & string = never,
  Fact = RecordedEvent,
>(
  table: Table<C, 'id'>,
  {
    sets,
    adds = [],
    firsts = [],
    only,
    effects,
  }: {
    readonly sets: readonly Sets[]
    readonly adds?: readonly Adds[]
    readonly firsts?: readonly Firsts[]
    readonly only?: readonly [column: Sets, value: string]
    readonly effects: (fact: Fact) => readonly Effect<C, Sets, Adds, Firsts>[]
  },
): FoldedTable<C, Fact> => {
  const { name, columns } = table
  const empty = Object.fromEntries(Object.keys(columns).map((column) => [column, null]))

  const net = (batch: readonly Fact[]): Net<C> => {
    const begun = new Map<string, NetChange>()
    const changed = new Map<string, NetChange>()
    for (const effect of batch.flatMap(effects)) {
      if ('begins' in effect) {
        const { id } = effect.begins
        if (begun.has(id) || changed.has(id)) throw new Error(`Row ${id} of ${name} begins twice`)
        begun.set(id, { id, set: { ...empty, ...effect.begins }, add: {}, first: {}, ifAny: false })
        continue
      }
      const { id, ifAny = false } = effect
      const known = begun.get(id) ?? changed.get(id) ?? { id, set: {}, add: {}, first: {}, ifAny }
      if (only && only[0] in known.set && known.set[only[0]] !== only[1]) {
        if (ifAny) continue
        throw new Error(`Row ${id} of ${name} changes, but is ${String(known.set[only[0]])}`)
      }
      applyChange(known, effect)
      if (!begun.has(id)) changed.set(id, known)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- null for every column, then what began and changed it
    const rows = Array.from(begun.values(), ({ set }) => set as RowOf<C> & NewRow<C>)
    return { begun: rows, changed: [...changed.values()] }
  }

  const insertRows = insert(table)
  const change = changeRows(table, sets, adds, firsts, only)
  return {
    net,
    write: (batch, between = []) => {
      const { begun, changed } = net(batch)
      return [
        ...insertRows(begun),
        ...between,
        ...change.each(changed.filter(({ ifAny }) => !ifAny)),
        ...change.ifAny(changed.filter(({ ifAny }) => ifAny)),
      ]
    },
  }
}
