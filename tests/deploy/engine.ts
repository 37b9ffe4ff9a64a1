import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Ran {
  readonly code: number
  readonly said: string
}

/** Whether a container engine and Compose 2.24.4 or newer are here. */
export const lacksEngine = (): string | null => {
  const asked = spawnSync('docker', ['compose', 'version', '--short'], { encoding: 'utf8' })
  if (asked.error || asked.status !== 0) return 'docker compose is not here'
  const [major = 0, minor = 0] = asked.stdout.trim().replace(/^v/, '').split('.').map(Number)
  if (major * 1_000 + minor < 2_024) return `docker compose is ${asked.stdout.trim()}, and 2.24.4 is needed`
  return spawnSync('docker', ['info']).status === 0 ? null : 'the engine of docker does not answer'
}

/** A deployment in a folder of its own, by the commands that an operator types. */
export interface Deployment {
  readonly folder: string
  /** Runs `docker …`; throws with what it said when it fails. */
  readonly docker: (...args: readonly string[]) => Promise<string>
  readonly compose: (...args: readonly string[]) => Promise<string>
  /** The same, for commands that may fail. */
  readonly attempt: (...args: readonly string[]) => Promise<Ran>
  readonly setCompose: (files: readonly string[]) => void
  /** Origin of an api that is ready, as a proxy would choose it. */
  readonly origin: () => Promise<string>
  /** Runs a script of the release, with the settings of `.env`. */
  readonly script: (name: string) => Promise<string>
}

const TRIAL = import.meta.dirname
const ROOT = path.join(TRIAL, '..', '..')

/** The files of a release, as a person gets them by git. */
const copyRelease = (folder: string): void => {
  const files = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of files.split('\0')) {
    if (!file || file.startsWith('tests/') || !existsSync(path.join(ROOT, file))) continue
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    copyFileSync(path.join(ROOT, file), path.join(folder, file))
  }
}

const certify = (trial: string): void => {
  const script = `
    openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.crt -days 2 -subj /CN=trial -addext basicConstraints=critical,CA:TRUE
    openssl req -newkey rsa:2048 -nodes -keyout id.key -out id.csr -subj /CN=id.youtility.test
    printf 'subjectAltName=DNS:id.youtility.test\\n' > ext
    openssl x509 -req -in id.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile ext -out id.crt
    chmod 644 id.key ca.crt id.crt`
  execFileSync('sh', ['-euc', script], { cwd: trial, stdio: 'pipe' })
}

/** Puts a release into an empty folder. Its name is that of the installation too. */
export const openDeployment = (folder: string): Deployment => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, 'trial'), { recursive: true })
  copyRelease(folder)
  certify(path.join(folder, 'trial'))
  copyFileSync(path.join(TRIAL, 'compose.trial.yml'), path.join(folder, 'compose.trial.yml'))
  copyFileSync(path.join(TRIAL, 'identity-provider.mjs'), path.join(folder, 'trial', 'identity-provider.mjs'))
  let files: readonly string[] = ['docker-compose.yml']
  const run = (command: string, args: readonly string[]): Promise<Ran> =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
      execFile(command, args, { cwd: folder, env, maxBuffer: 64 * 2 ** 20 }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) || 1 : 0, said: out + err }),
      )
    })
  const attempt = (...args: readonly string[]): Promise<Ran> => run('docker', args)
  const docker = async (...args: readonly string[]): Promise<string> => {
    const { code, said } = await attempt(...args)
    if (code !== 0) throw new Error(`docker ${args.join(' ')} ended with ${code}:\n${said.slice(-3_000)}`)
    return said
  }
  const options = () => [...files, 'compose.trial.yml'].flatMap((file) => ['-f', file])
  const compose = (...args: readonly string[]) => docker('compose', ...options(), ...args)
  return {
    folder,
    docker,
    compose,
    attempt: (...args) => attempt('compose', ...options(), ...args),
    setCompose: (given) => {
      files = given
    },
    origin: async () => {
      const filters = ['label=com.docker.compose.project=youtility', 'label=com.docker.compose.service=api']
      const listed = await docker('ps', ...filters.flatMap((one) => ['-f', one]), '--format', '{{.Ports}}')
      for (const [, port] of listed.matchAll(/127\.0\.0\.1:(\d+)->8080/g)) {
        const url = `http://127.0.0.1:${port}`
        const signal = AbortSignal.timeout(2_000)
        if ((await fetch(`${url}/api/health/ready`, { signal }).catch(() => null))?.ok) return url
      }
      throw new Error('No api is ready')
    },
    script: async (name) => {
      const { code, said } = await run('sh', [path.join(folder, name)])
      if (code !== 0) throw new Error(`${name} ended with ${code}:\n${said.slice(-3_000)}`)
      return said
    },
  }
}

/** Waits until `holds` returns a value; it may throw meanwhile. */
export const until = async <T>(what: string, holds: () => Promise<T | false>, ms = 120_000): Promise<T> => {
  const begunAt = performance.now()
  for (;;) {
    const found = await holds().catch(() => false as const)
    if (found !== false) return found
    if (performance.now() - begunAt > ms) throw new Error(`Waited ${ms / 1_000} s in vain: ${what}`)
    await sleep(500)
  }
}

/** Adds lines to the settings that setup has made. */
export const set = ({ folder }: Deployment, file: string, lines: Readonly<Record<string, string>>): void =>
  appendFileSync(
    path.join(folder, file),
    Object.entries(lines)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
