import { z } from 'zod'

const Found = z.array(
  z.object({ code: z.union([z.string(), z.number()]), message: z.string(), path: z.array(z.any()) }),
)
const Core = z.object({
  Spectral:
    z.custom<new () => { setRuleset(rules: unknown): void; run(document: unknown): Promise<unknown> }>(),
})
const Rulesets = z.object({ oas: z.unknown() })

/** What Spectral's own rules for OpenAPI say of a document; warnings too. */
export const lintedBySpectral = async (document: object): Promise<readonly string[]> => {
  // In variables: the type check does not need the packages.
  const [core, rulesets] = ['@stoplight/spectral-core', '@stoplight/spectral-rulesets']
  const { Spectral } = Core.parse(Reflect.get(await import(core), 'default'))
  const { oas } = Rulesets.parse(Reflect.get(await import(rulesets), 'default'))
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [[oas, 'recommended']] })
  const found = Found.parse(await spectral.run(document))
  return found.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)
}
