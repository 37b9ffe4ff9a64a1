import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** No package of npm has a jar that reads OpenAPI 3.1, and Maven's registry is not reached from everywhere. */
const JAR = 'OPENAPI_GENERATOR_JAR'

/** Why it cannot run here; null when it can. */
export const lacksOpenApiGenerator = (): string | null =>
  process.env[JAR] === undefined
    ? `${JAR} names no jar of org.openapitools:openapi-generator-cli, 7.25.0 or newer`
    : null

/**
 * Writes a client with openapi-generator.
 *
 * @param language such as `typescript-fetch`; further arguments as of `openapi-generator generate`
 * @returns empty, or what the generator says if it cannot
 */
export const byOpenApiGenerator = async (
  file: string,
  folder: string,
  [language, ...options]: readonly [string, ...string[]],
): Promise<string> => {
  const args = ['-jar', process.env[JAR] ?? '', 'generate', '-i', file, '-g', language, '-o', folder]
  return run('java', [...args, ...options], { maxBuffer: 64 * 2 ** 20 }).then(
    () => '',
    (error: unknown) => String(error),
  )
}
