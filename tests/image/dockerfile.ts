import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Result of the Dockerfile's last stage. */
export interface Built {
  /** Its working folder. */
  readonly folder: string
  /** From `ENV`. */
  readonly env: Readonly<Record<string, string>>
  /** From `CMD`. */
  readonly command: readonly string[]
}

interface Stage {
  readonly folder: string
  env: Record<string, string>
  command: readonly string[]
}

const instructions = (dockerfile: string): (readonly [string, string])[] =>
  dockerfile
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
      return name && rest ? [[name, rest] as const] : []
    })

/** Copies only files that git tracks: no modules and no data of a developer's. */
const copyTracked = (root: string, source: string, target: string): void => {
  const listed = execFileSync('git', ['ls-files', '-z', source], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter(Boolean)) {
    const place = file === source ? target : path.join(target, path.relative(source, file))
    mkdirSync(path.dirname(place), { recursive: true })
    cpSync(path.join(root, file), place)
  }
}

/** `COPY a b c ./`, `COPY folder folder`, `COPY --from=stage /app/folder folder`. */
const copy = (root: string, stages: ReadonlyMap<string, Stage>, { folder }: Stage, rest: string): void => {
  const words = rest.split(' ')
  const from = /^--from=(.*)$/.exec(words[0] ?? '')?.[1]
  const sources = words.slice(from === undefined ? 0 : 1, -1)
  const goal = words.at(-1) ?? './'
  for (const source of sources) {
    const target = path.join(folder, goal.endsWith('/') ? path.join(goal, path.basename(source)) : goal)
    if (from === undefined) copyTracked(root, source, target)
    else
      cpSync(path.join(stages.get(from)?.folder ?? '', path.relative('/app', source)), target, {
        recursive: true,
      })
  }
}

/** For a registry with its own certificate authority: npm retries for minutes before it rejects an unknown one. */
const TRUSTED = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR']

/** Runs a command with the Node of this process in place of the image's. */
const run = ({ folder, env }: Stage, command: string): void => {
  const nodeFirst = `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`
  execFileSync('sh', ['-c', command], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...Object.fromEntries(
        TRUSTED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
      ),
      PATH: nodeFirst,
      HOME: process.env['HOME'] ?? '/',
      ...env,
    },
  })
}

/**
 * Follows the Dockerfile step by step in empty folders: copies what it copies and runs its npm and node commands.
 * Leaves out what needs a container engine (users, volumes, ports, caches).
 */
export const followDockerfile = (root: string, scratch: string): Built => {
  const stages = new Map<string, Stage>()
  let stage: Stage = { folder: scratch, env: {}, command: [] }
  for (const [name, rest] of instructions(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const called = / AS (\S+)$/i.exec(rest)?.[1] ?? 'last'
      stage = { folder: path.join(scratch, called), env: {}, command: [] }
      mkdirSync(stage.folder)
      stages.set(called, stage)
    } else if (name === 'ENV')
      Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('=', 2))))
    else if (name === 'COPY') copy(root, stages, stage, rest)
    else if (name === 'RUN' && /^(npm|node) /.test(rest)) run(stage, rest.split(' && npm cache')[0] ?? rest)
    else if (name === 'CMD') stage.command = JSON.parse(rest)
  }
  return stage
}
