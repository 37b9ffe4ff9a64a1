import type { RecordedEvent } from '../../events/store/event-store.ts'
import { applyChange, type FoldedTable } from '../../projections/fold-table.ts'
import type { Columns, RowOf } from '../../projections/table.ts'
import type { uuid } from '../../projections/columns.ts'

/** A read model's rows in memory: each batch netted by the projection, then applied as its statements apply it. */
export const createMemoryTable = <C extends Columns & { readonly id: typeof uuid }, Fact = RecordedEvent>({
  net,
}: FoldedTable<C, Fact>) => {
  const rows = new Map<string, RowOf<C>>()
  return {
    rows,
    apply: (batch: readonly Fact[]): void => {
      const { begun, changed } = net(batch)
      for (const row of begun) rows.set(row.id, row)
      for (const change of changed) {
        const row = rows.get(change.id)
        if (row) applyChange({ set: row, add: {}, first: {} }, change)
        else if (!change.ifAny) throw new Error(`Row ${change.id} changes before it begins`)
      }
    },
  }
}
