import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import type { GeneratedClient, OpenedClient, Server } from './generated-client.ts'
import { lacksKiota, openKiota } from './kiota.ts'
import { byOpenApiGenerator, lacksOpenApiGenerator } from './openapi-generator.ts'
import { outputOf } from './output-of.ts'
import {
  FETCHER_OF_ORVAL,
  WITH_HEY_API,
  WITH_OPENAPI_FETCH,
  WITH_OPENAPI_GENERATOR,
  WITH_ORVAL,
  WITH_SWAGGER_TYPESCRIPT_API,
} from './programs.ts'

interface Generator {
  /** Why it cannot run on this machine; null where it can. */
  readonly lacks?: () => string | null
  /**
   * Generates, compiles and opens a client of the document.
   * @throws with what the generator or the compiler says
   */
  readonly open: (document: unknown, server: Server) => Promise<OpenedClient>
}

/** A generator of clients in TypeScript. */
interface OfTypeScript {
  readonly lacks?: () => string | null
  /** Writes a client of a document into a folder. Empty, or what it says if it cannot. */
  readonly generate: (document: string, folder: string) => Promise<string>
  /** One of programs.ts. */
  readonly program: string
}

const MODULES = path.join(import.meta.dirname, 'node_modules')
const COMPILER = path.join(MODULES, 'typescript/bin/tsc')
const COMPILE = [
  '--strict',
  '--skipLibCheck',
  '--module',
  'commonjs',
  '--moduleResolution',
  'node10',
  '--target',
  'es2022',
]

/** A generator that is a script of node_modules, with its arguments. */
const script =
  (file: string, args: (document: string, folder: string) => readonly string[]): OfTypeScript['generate'] =>
  (document, folder) =>
    outputOf(path.join(MODULES, file), args(document, folder))

const OF_TYPESCRIPT: Readonly<Record<string, OfTypeScript>> = {
  'openapi-typescript with openapi-fetch': {
    generate: script('openapi-typescript/bin/cli.js', (document, folder) => [
      document,
      '-o',
      path.join(folder, 'types.ts'),
    ]),
    program: WITH_OPENAPI_FETCH,
  },
  '@hey-api/openapi-ts': {
    generate: script('@hey-api/openapi-ts/bin/run.js', (document, folder) => [
      '-i',
      document,
      '-o',
      path.join(folder, 'client'),
    ]),
    program: WITH_HEY_API,
  },
  'swagger-typescript-api': {
    generate: script('swagger-typescript-api/dist/cli.mjs', (document, folder) => [
      'generate',
      '-p',
      document,
      '-o',
      path.join(folder, 'client'),
      '-n',
      'api.ts',
      '--silent',
    ]),
    program: WITH_SWAGGER_TYPESCRIPT_API,
  },
  orval: {
    generate: async (document, folder) => {
      const config = path.join(folder, 'orval.config.mjs')
      const mutator = { path: path.join(folder, 'fetcher.ts'), name: 'fetcher' }
      const output = {
        target: path.join(folder, 'client.ts'),
        client: 'fetch',
        override: { mutator },
        // The project's own would have it write imports as Node reads them.
        tsconfig: path.join(folder, 'tsconfig.json'),
      }
      await writeFile(output.tsconfig, '{}')
      await writeFile(mutator.path, FETCHER_OF_ORVAL)
      await writeFile(config, `export default ${JSON.stringify({ api: { input: document, output } })}`)
      return outputOf(path.join(MODULES, 'orval/dist/bin/orval.mjs'), ['--config', config])
    },
    program: WITH_ORVAL,
  },
  'openapi-generator': {
    lacks: lacksOpenApiGenerator,
    generate: (document, folder) =>
      byOpenApiGenerator(document, path.join(folder, 'client'), ['typescript-fetch']),
    program: WITH_OPENAPI_GENERATOR,
  },
}

/** Generates, compiles and loads a client in this process. */
const openHere = async (
  { generate, program }: OfTypeScript,
  document: unknown,
  { baseUrl, token }: Server,
): Promise<OpenedClient> => {
  // Beside the packages that the program imports; within them the compiler writes nothing.
  const folder = await mkdtemp(path.join(import.meta.dirname, '.client-'))
  const at = (name: string) => path.join(folder, name)
  try {
    await writeFile(at('openapi.json'), JSON.stringify(document))
    await writeFile(at('program.ts'), program)
    await writeFile(at('package.json'), '{"type":"commonjs"}')
    const generated = await generate(at('openapi.json'), folder)
    const faults = generated || (await outputOf(COMPILER, [...COMPILE, at('program.ts')]))
    if (faults !== '') throw new Error(faults)
    const loaded: unknown = createRequire(import.meta.url)(at('program.js'))
    const { clientOf } = z
      .object({ clientOf: z.custom<(url: string, token: string) => GeneratedClient>() })
      .parse(loaded)
    return { client: clientOf(baseUrl, token), close: async () => {} }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const ofTypeScript = Object.entries(OF_TYPESCRIPT).map(([name, generator]): [string, Generator] => [
  name,
  {
    ...(generator.lacks && { lacks: generator.lacks }),
    open: (document, server) => openHere(generator, document, server),
  },
])

export const GENERATORS: Readonly<Record<string, Generator>> = {
  ...Object.fromEntries(ofTypeScript),
  'kiota (C#)': { lacks: lacksKiota, open: openKiota },
}
