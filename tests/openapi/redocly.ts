import { z } from 'zod'

const Problem = z.object({
  ruleId: z.string(),
  message: z.string(),
  location: z.array(z.object({ pointer: z.string().optional() })),
})
type Call = (options: object) => Promise<unknown>
const call = () => z.custom<Call>((value) => typeof value === 'function')
const Redocly = z.object({ createConfig: call(), lintFromString: call() })

/** What redocly's recommended rules say of a document, as authors of clients would read it; warnings too. */
export const lintedByRedocly = async (document: object): Promise<readonly string[]> => {
  // In a variable: the type check does not need the package.
  const name = '@redocly/openapi-core'
  const { createConfig, lintFromString } = Redocly.parse(await import(name))
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // `/deposits/by-key/{key}` beside `/deposits/{id}/authenticate`: an id is a UUID, so no path fits both.
      'no-ambiguous-paths': 'off',
    },
  })
  const found = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config,
  })
  return z
    .array(Problem)
    .parse(found)
    .map(
      ({ ruleId, message, location }) =>
        `${ruleId}: ${message} ${location.map(({ pointer }) => pointer ?? '').join(' ')}`,
    )
}
