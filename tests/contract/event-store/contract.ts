import { afterAll, beforeAll, describe } from 'vitest'
import { appending } from './appending.ts'
import { failures } from './failures.ts'
import type { EventStoreHarness, MakeHarness } from './harness.ts'
import { idempotency } from './idempotency.ts'
import { ordering } from './ordering.ts'
import { payloads } from './payloads.ts'
import { reading } from './reading.ts'
import { subscribing } from './subscribing.ts'
import { units } from './units.ts'

/** The contract of every event store. */
export const eventStoreContract = (
  name: string,
  makeHarness: MakeHarness,
  { takesUnits = false }: { readonly takesUnits?: boolean } = {},
): void => {
  describe(name, () => {
    let harness: EventStoreHarness
    beforeAll(async () => {
      harness = await makeHarness()
    })
    afterAll(() => harness.dispose())

    const parts = { appending, idempotency, reading, ordering, subscribing, payloads, failures }
    for (const [part, tests] of Object.entries(parts)) describe(part, () => tests(() => harness))
    if (takesUnits) describe('units', () => units(() => harness))
  })
}
