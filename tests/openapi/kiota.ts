import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Answer, OpenedClient, Server } from './generated-client.ts'

const SDK_MIN = 10
/** Its program, the packages of NuGet that the client needs, and the generator, all with their versions. */
const PROGRAM = path.join(import.meta.dirname, 'kiota')
const QUIET = { DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1', KIOTA_CLI_TELEMETRY_OPTOUT: '1' }
const Heard = z.object({ Status: z.number(), Tag: z.nullable(z.string()), Text: z.string() })

/** Why it cannot run here; null when it can. */
export const lacksKiota = (): string | null => {
  const version = spawnSync('dotnet', ['--version'], { encoding: 'utf8' }).stdout ?? ''
  return Number.parseInt(version, 10) >= SDK_MIN ? null : `The .NET SDK ${SDK_MIN} is not installed`
}

/** @throws with what the command prints */
const dotnet = async (cwd: string, ...args: readonly string[]): Promise<void> => {
  const env = { ...process.env, ...QUIET }
  await promisify(execFile)('dotnet', [...args], { cwd, env, maxBuffer: 64 * 2 ** 20 }).catch(
    (error: unknown) => {
      const { stdout = '', stderr = '' }: { stdout?: string; stderr?: string } = Object(error)
      throw new Error(`dotnet ${args.join(' ')}: ${stdout}${stderr}`, { cause: error })
    },
  )
}

const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Generates a client in C# with Kiota, compiles a program with it, and starts that. */
export const openKiota = async (document: unknown, { baseUrl, token }: Server): Promise<OpenedClient> => {
  // Outside of the project: Kiota watches everything below the folder that it runs in.
  const folder = await mkdtemp(path.join(tmpdir(), 'youtility-kiota-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await cp(PROGRAM, folder, { recursive: true })
    await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(document))
    await dotnet(folder, 'tool', 'restore', '--tool-manifest', 'dotnet-tools.json')
    const names = ['-n', 'Youtility', '-c', 'YoutilityClient']
    const to = ['-l', 'CSharp', '-d', 'openapi.json', '-o', 'client', '--log-level', 'error']
    await dotnet(folder, 'tool', 'run', 'kiota', '--', 'generate', ...to, ...names)
    await dotnet(folder, 'build', '-c', 'Release', '-v', 'quiet', '-o', 'built')
  } catch (error) {
    await remove()
    throw error
  }
  const program = spawn('dotnet', [path.join(folder, 'built/kiota.dll'), baseUrl, token], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(program, 'exit')
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  const call = async (...parts: readonly string[]): Promise<Answer> => {
    program.stdin.write(`${JSON.stringify(parts)}\n`)
    const line = await lines.next()
    if (line.done === true) throw new Error(`The program ended at ${parts.join(' ')}`)
    const { Status: status, Tag: tag, Text: text } = Heard.parse(JSON.parse(line.value))
    return { status, tag, body: read(text) }
  }
  return {
    client: {
      me: () => call('me'),
      wallet: () => call('wallet'),
      activity: (cursor) => call('activity', ...(cursor === undefined ? [] : [cursor])),
      send: (key, amount) => call('send', key, amount),
      outcome: (key) => call('outcome', key),
      addContact: (name) => call('addContact', name),
      renameContact: (id, tag, name) => call('renameContact', id, tag, name),
      contacts: () => call('contacts'),
      statement: (month) => call('statement', month),
      revealNumber: () => call('revealNumber'),
    },
    close: async () => {
      program.stdin.end()
      await ended
      await remove()
    },
  }
}
