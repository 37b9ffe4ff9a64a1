import type { UnfinishedWork } from './completing.ts'

/** Work that waits, as the operator sees it: in the metrics, and in the readiness check when it waits too long. */
export interface Backlog {
  readonly name: string
  /** How many pieces wait (1,000 at most), and whether one of them has waited longer than it may. */
  readonly look: (lateMs: number) => Promise<{ readonly waiting: number; readonly late: boolean }>
}

const COUNTED_MAX = 1_000

/** The backlog of work that {@link completing} finishes. `waitsMs`: how long it may wait for others, such as a market. */
export const unfinishedBacklog = (
  name: string,
  { unfinished, clock }: Pick<UnfinishedWork<unknown>, 'unfinished' | 'clock'>,
  waitsMs = 0,
): Backlog => ({
  name,
  look: async (lateMs) => {
    const now = clock()
    const all = await unfinished(now, COUNTED_MAX)
    const late =
      all.length > 0 && (await unfinished(new Date(now.getTime() - lateMs - waitsMs), 1)).length > 0
    return { waiting: all.length, late }
  },
})

/** How long what was seen counts as new, ms: probes and scrapes cost no more than this, however many ask. */
const SEEN_MS = 2_000

/** What waits in every backlog, looked at once in two seconds while somebody asks. */
export type SeenBacklogs = ReadonlyMap<string, { readonly waiting: number; readonly late: boolean }>

export const createBacklogs = (
  backlogs: readonly Backlog[],
  lateMs: number,
  now: () => number = () => performance.now(),
): (() => Promise<SeenBacklogs>) => {
  let seen: { readonly at: number; readonly all: Promise<SeenBacklogs> } | null = null
  const look = async (): Promise<SeenBacklogs> => {
    const all = new Map<string, { readonly waiting: number; readonly late: boolean }>()
    // One after another: together they would take the pool from members.
    for (const { name, look: lookAt } of backlogs) all.set(name, await lookAt(lateMs))
    return all
  }
  return () => {
    if (seen !== null && now() - seen.at < SEEN_MS) return seen.all
    const all = look()
    const current = { at: now(), all }
    seen = current
    all.catch(() => {
      if (seen === current) seen = null
    })
    return all
  }
}
