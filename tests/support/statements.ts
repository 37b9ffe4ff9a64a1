import { escapeLiteral, type Pool, type PoolClient } from 'pg'

/** A statement as it was sent. */
export interface Statement {
  /** Of one that is prepared. */
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
}

/** One step of a plan, with those below it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly Filter?: string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

/** Others begin, lock, listen and end; and what inserts rows reads as many pages as it writes. */
const FINDS = /^(?!.*\binsert into\b)[\s(]*(with|select|update|delete)\b/is

/** What a call of `query` sends. */
export const statementOf = ([first, second]: readonly unknown[]): Statement => {
  const text: unknown = typeof first === 'string' ? first : Reflect.get(Object(first), 'text')
  const values: unknown = typeof first === 'string' ? second : Reflect.get(Object(first), 'values')
  const name: unknown = typeof first === 'string' ? undefined : Reflect.get(Object(first), 'name')
  return {
    name: typeof name === 'string' ? name : undefined,
    text: String(text),
    values: Array.isArray(values) ? values : [],
  }
}

/** 8 kB pages that a step and those below it read. */
export const pagesOf = (node: PlanNode): number => node['Shared Hit Blocks'] + node['Shared Read Blocks']

/** From now on, what is sent over this pool and its clients to find rows. */
export const recordStatements = (pool: Pool): readonly Statement[] => {
  const sent: Statement[] = []
  const recorded = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (recorded.has(client)) return
    recorded.add(client)
    const query: (...args: unknown[]) => unknown = client.query.bind(client)
    Reflect.set(client, 'query', (...args: unknown[]) => {
      const statement = statementOf(args)
      if (FINDS.test(statement.text)) sent.push(statement)
      return query(...args)
    })
  })
  return sent
}

/** As pg sends it. */
const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value))
    return `{${value.map((one) => (one === null ? 'null' : JSON.stringify(textOf(one)))).join(',')}}`
  if (typeof value === 'string') return value
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
}

const literal = (value: unknown): string =>
  value === null || value === undefined ? 'null' : escapeLiteral(textOf(value))

/** For the values that are given, or for any. */
export type PlanMode = 'force_custom_plan' | 'force_generic_plan'

/** Runs a statement as a prepared one, planned in this way, and takes it back; returns all steps of its plan. */
export const planOf = async (
  pool: Pool,
  { text, values }: Statement,
  mode: PlanMode,
): Promise<readonly [PlanNode, ...PlanNode[]]> => {
  const nodesOf = (node: PlanNode): [PlanNode, ...PlanNode[]] => [
    node,
    ...(node.Plans ?? []).flatMap(nodesOf),
  ]
  const client = await pool.connect()
  try {
    await client.query(`begin; set local plan_cache_mode = ${mode}`)
    await client.query(`prepare explained as ${text}`)
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, format json) execute explained ${given}`,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error('No plan')
    return nodesOf(plan)
  } catch (cause) {
    throw new Error(`Cannot explain ${text}`, { cause })
  } finally {
    await client.query('rollback; deallocate all')
    client.release()
  }
}
