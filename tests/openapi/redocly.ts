import { z } from 'zod'

const Problem = z.object({
  ruleId: z.string(),
  message: z.string(),
  location: z.array(z.object({ pointer: z.string().optional() })),
})
type Call = (options: object) => Promise<unknown>
const call = () => z.custom<Call>((value) => typeof value === 'function')
const Redocly = z.object({ createConfig: call(), lintFromString: call() })

/** Paths that redocly takes for ambiguous. An id is a UUID, so no address fits both of a pair. */
const NOT_AMBIGUOUS = [
  ['/api/payments/deposits/{id}/authenticate', '/api/payments/deposits/by-key/{key}'],
  ['/api/wallet/transfer-requests/{id}/respond', '/api/wallet/transfer-requests/by-key/{key}'],
  ['/api/wallet/transfer-requests/{id}/cancel', '/api/wallet/transfer-requests/by-key/{key}'],
  ['/api/members/{id}/public-profile', '/api/members/blocked/{id}'],
] as const

/** What redocly's recommended rules say of a document, as authors of clients would read it; warnings too. */
export const lintedByRedocly = async (document: object): Promise<readonly string[]> => {
  // In a variable: the type check does not need the package.
  const name = '@redocly/openapi-core'
  const { createConfig, lintFromString } = Redocly.parse(await import(name))
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config,
  })
  return z
    .array(Problem)
    .parse(found)
    .filter(
      ({ message }) => !NOT_AMBIGUOUS.some((pair) => pair.every((path) => message.includes(`\`${path}\``))),
    )
    .map(
      ({ ruleId, message, location }) =>
        `${ruleId}: ${message} ${location.map(({ pointer }) => pointer ?? '').join(' ')}`,
    )
}
