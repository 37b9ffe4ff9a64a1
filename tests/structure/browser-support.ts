import { features } from 'web-features'
import * as z from 'zod/mini'
import { oldestSupported } from '../../web/start/supported.ts'

/** A browser's name in the compatibility data, such as `safari_ios`, and a version of it. */
export type Versions = Readonly<Record<string, number>>

/** The oldest supported browsers. */
export const SUPPORTED: Versions = Object.fromEntries(
  [...oldestSupported()].map(([browser, version]) => [browser.replace('ios_saf', 'safari_ios'), version]),
)

const Feature = z.object({
  status: z.optional(
    z.object({
      by_compat_key: z.optional(
        z.record(z.string(), z.object({ support: z.record(z.string(), z.string()) })),
      ),
    }),
  ),
})

/** Key of the compatibility data, such as `api.URL.parse_static`, and the versions that brought it. */
export const SINCE: ReadonlyMap<string, Versions> = new Map(
  Object.values(features).flatMap((feature) =>
    Object.entries(Feature.parse(feature).status?.by_compat_key ?? {}).map(([key, { support }]) => {
      // `≤37`: not known exactly, and long ago.
      const versions = Object.entries(support).map(([browser, version]) => [
        browser,
        Number.parseFloat(version.replace('≤', '')),
      ])
      return [key, Object.fromEntries(versions)]
    }),
  ),
)

/** Whether a browser of these versions may lack what came with `since`. */
export const isNewer = (since: Versions, than: Versions = SUPPORTED): boolean =>
  Object.entries(than).some(([browser, version]) => (since[browser] ?? Infinity) > version)

/** For each browser the first version that has one of these. */
export const firstOf = (...all: readonly (Versions | undefined)[]): Versions => {
  const first: Record<string, number> = {}
  for (const versions of all)
    for (const [browser, version] of Object.entries(versions ?? {}))
      first[browser] = Math.min(first[browser] ?? Infinity, version)
  return first
}
