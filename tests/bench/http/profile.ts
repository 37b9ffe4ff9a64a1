import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** Where a server's CPU time went: share (0 to 1) of its busy time by part of the program, largest first. */
export type Profile = readonly { readonly part: string; readonly share: number }[]

/** The format of `node --cpu-prof`: a tree of call frames, and which of them was running at each sample. */
const CpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.optional(z.array(z.number())),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
type CpuProfile = z.infer<typeof CpuProfile>

const ROOT = path.resolve(import.meta.dirname, '../../..')
const IDLE = new Set(['(idle)', '(root)'])
/** Work that a server does once, before the load. */
const STARTING = 'start-up'

/** The parts of Node by the names of its internal modules; the first match counts. */
const NODE_PARTS: readonly (readonly [RegExp, string])[] = [
  [/modules|vm|bootstrap|amaro/, STARTING],
  [/http/, 'Node: HTTP'],
  [/net|stream/, 'Node: sockets, system calls'],
  [/crypto/, 'Node: crypto'],
  [/task_queues|promises|timers|async/, 'Node: promises, timers'],
]

/** A part such as `pg`, `api/http` or `Node: HTTP`; undefined for built-ins, which count for their caller. */
const partOf = (functionName: string, url: string): string | undefined => {
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'Node: native code'
  if (url.startsWith('node:')) return NODE_PARTS.find(([name]) => name.test(url))?.[1] ?? 'Node: other'
  if (!url.startsWith('file:')) return undefined
  const file = path.relative(ROOT, fileURLToPath(url)).split(path.sep).join('/')
  const dependency = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
  return dependency ?? file.split('/').slice(0, 2).join('/')
}

const timeByPart = ({ nodes, samples, timeDeltas }: CpuProfile): Map<string, number> => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const labels = new Map<number, string>()
  const label = (id: number, inherited: string): void => {
    const node = byId.get(id)
    if (!node) return
    // Whatever the module loader calls is start-up too; requests come from the event loop.
    const own =
      inherited === STARTING
        ? STARTING
        : (partOf(node.callFrame.functionName, node.callFrame.url) ?? inherited)
    labels.set(id, IDLE.has(node.callFrame.functionName) ? 'idle' : own)
    for (const child of node.children ?? []) label(child, own)
  }
  const root = nodes[0]
  if (root) label(root.id, 'other')
  const times = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const part = labels.get(id) ?? 'other'
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0))
  }
  times.delete('idle')
  times.delete(STARTING)
  return times
}

const sharesOf = (times: ReadonlyMap<string, number>): Profile => {
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0)
  return [...times].map(([part, time]) => ({ part, share: time / busy })).sort((a, b) => b.share - a.share)
}

/**
 * Has a server write a CPU profile when it ends, and reads it. Profiling slows the server down, so its
 * throughput is not reported.
 */
export const profiled = async (
  work: (nodeOptions: readonly string[]) => Promise<void>,
  folder: string,
): Promise<Profile> => {
  const profiles = mkdtempSync(path.join(folder, 'cpu-profile-'))
  try {
    await work(['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=500'])
    const [file] = readdirSync(profiles)
    if (!file) return []
    return sharesOf(timeByPart(CpuProfile.parse(JSON.parse(readFileSync(path.join(profiles, file), 'utf8')))))
  } finally {
    rmSync(profiles, { recursive: true, force: true })
  }
}
