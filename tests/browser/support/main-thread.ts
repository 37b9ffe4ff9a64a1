import type { Browser, Page } from '@playwright/test'
import * as z from 'zod/mini'

const Event = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Begin, microseconds of the browser's clock. */
  ts: z.optional(z.number()),
  /** Length, microseconds. */
  dur: z.optional(z.number()),
  /** Processor time of the thread in it, microseconds: waiting for other programs does not count. */
  tdur: z.optional(z.number()),
  args: z.optional(z.unknown()),
})
type Event = z.infer<typeof Event>
const Trace = z.object({ traceEvents: z.array(Event) })

/** One task of a page's main thread; it blocks everything else, taps included. */
export interface Task {
  /** Processor time of the page's own work, milliseconds. */
  readonly cpuMs: number
  /** What it spent most time in, longest first, such as `12 ms app-Dk3.js render`. */
  readonly spentIn: readonly string[]
}

const CATEGORIES = ['toplevel', 'devtools.timeline', '__metadata']

const textOf = (value: unknown, ...keys: readonly string[]): string => {
  const inner = keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
  return typeof inner === 'string' || typeof inner === 'number' ? String(inner) : ''
}

/** The last part of an address. */
const fileOf = (url: string): string => url.split(/[?#]/)[0]?.split('/').at(-1) ?? ''

/** Whether the page is being left: then nobody can tap on it any more. */
const isLeaving = ({ name, args }: Event): boolean =>
  name === 'EventDispatch' &&
  /^(?:pagehide|visibilitychange|beforeunload|unload)$/.test(textOf(args, 'data', 'type'))

/** A label that helps to find the code; null for enclosing events, and for those of the browser's driver. */
const labelOf = ({ name, args }: Event): string | null => {
  switch (name) {
    // This event names no file.
    case 'v8.evaluateModule':
      return name
    case 'EvaluateScript':
    case 'v8.compile':
    case 'v8.compileModule': {
      const file = fileOf(textOf(args, 'data', 'url') || textOf(args, 'fileName'))
      return file === '' ? null : `${name} ${file}`
    }
    case 'FunctionCall': {
      const file = fileOf(textOf(args, 'data', 'url'))
      return file === '' ? null : `${file} ${textOf(args, 'data', 'functionName')}`
    }
    case 'EventDispatch': {
      const type = textOf(args, 'data', 'type')
      return type.startsWith('__') ? null : `on ${type}`
    }
    case 'Layout':
    case 'UpdateLayoutTree':
    case 'ParseHTML':
    case 'ParseAuthorStyleSheet':
    case 'PrePaint':
    case 'Paint':
    case 'Layerize':
    case 'Commit':
    case 'MinorGC':
    case 'MajorGC':
      return name
    default:
      return null
  }
}

const isMain = (args: unknown): boolean => textOf(args, 'name') === 'CrRendererMain'

/** Events that are not inside another one of these. */
const outermost = (events: readonly Event[]): Event[] => {
  let end = 0
  return events
    .toSorted((a, b) => (a.ts ?? 0) - (b.ts ?? 0) || (b.dur ?? 0) - (a.dur ?? 0))
    .filter((event) => {
      const start = event.ts ?? 0
      if (start < end) return false
      end = start + (event.dur ?? 0)
      return true
    })
}

const PARTS_SHOWN = 5
/** Shorter tasks are ignored. */
const TASK_MS_MIN = 10

const taskOf = (task: Event, inMain: readonly Event[]): Task | null => {
  const start = task.ts ?? 0
  const end = start + (task.dur ?? 0)
  const within = inMain.filter(({ ts = 0 }) => ts >= start && ts < end)
  if (within.some(isLeaving)) return null
  const labelled = within.filter((event) => labelOf(event) !== null)
  const cpuMs = outermost(labelled).reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000
  const spent = new Map<string, number>()
  for (const event of labelled) {
    const label = labelOf(event) ?? ''
    spent.set(label, (spent.get(label) ?? 0) + (event.tdur ?? 0))
  }
  const spentIn = [...spent]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, PARTS_SHOWN)
    .map(([label, time]) => `${Math.round(time / 1_000)} ms ${label}`)
  return { cpuMs, spentIn }
}

/** Whether an event shows that its process runs code of this origin. */
const isOf =
  (origin: string) =>
  ({ args }: Event): boolean =>
    textOf(args, 'data', 'url').startsWith(`${origin}/`)

/**
 * Tasks of the page's main thread during `work`, longest first. Each navigation may move the page to another process:
 * the whole browser is traced, and those processes count that have run code of the page's origin.
 */
export async function tasksOf(browser: Browser, page: Page, work: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(undefined, { categories: CATEGORIES })
  await work()
  const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()))
  const processes = new Set(traceEvents.filter(isOf(new URL(page.url()).origin)).map(({ pid }) => pid))
  const mains = new Map(
    traceEvents
      .filter(({ name, args, pid }) => name === 'thread_name' && isMain(args) && processes.has(pid))
      .map(({ pid, tid }) => [`${pid} ${tid}`, [] as Event[]]),
  )
  for (const event of traceEvents)
    if (event.tdur !== undefined) mains.get(`${event.pid} ${event.tid}`)?.push(event)
  if (![...mains.values()].some((events) => events.length > 0))
    throw new Error('The trace has no tasks of a page')
  const tasks = [...mains.values()].flatMap((events) =>
    events
      .filter(({ name, tdur = 0 }) => name.endsWith('RunTask') && tdur >= TASK_MS_MIN * 1_000)
      .map((task) => taskOf(task, events)),
  )
  return tasks.filter((task) => task !== null).toSorted((a, b) => b.cpuMs - a.cpuMs)
}

/** Processor time of the longest of them, in milliseconds; 0 when all were shorter than {@link TASK_MS_MIN}. */
export const longestTaskOf = async (
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number> => (await tasksOf(browser, page, work))[0]?.cpuMs ?? 0
