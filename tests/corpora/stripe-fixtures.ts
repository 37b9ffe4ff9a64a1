import { readFile } from 'node:fs/promises'
import { Stripe } from 'stripe'
import { z } from 'zod'
import { createStripeProcessor } from '../../api/deposits/stripe/processor.ts'
import { filesOfArgument, report } from './files.ts'

/*
 * `node tests/corpora/stripe-fixtures.ts FOLDER`: signs each object of `openapi/fixtures3.json` of stripe/openapi as an
 * event, and as a thin event of the second version, and reads both as webhooks. Each is answered, and is none of ours.
 */

const SECRET = 'whsec_corpora'
const stripe = new Stripe('sk_test_corpora')
const processor = createStripeProcessor({
  secretKey: 'sk_test_corpora',
  webhookSecrets: [SECRET],
  publishableKey: 'pk_test_corpora',
  clock: () => new Date(),
  apiUrl: 'http://127.0.0.1:9',
})

const Fixtures = z.object({ resources: z.record(z.string(), z.looseObject({})) })

const faultOf = async (event: object): Promise<string | null> => {
  const payload = JSON.stringify(event)
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET })
  const read = processor.readWebhook(Buffer.from(payload), { 'stripe-signature': signature })
  return read.then(({ deposit }) => (deposit === null ? null : 'taken for a deposit of ours'), String)
}

let all = 0
const wrong: string[] = []
for (const file of await filesOfArgument(/fixtures3.*\.json$/)) {
  const { resources } = Fixtures.parse(JSON.parse(await readFile(file, 'utf8')))
  for (const [name, object] of Object.entries(resources)) {
    const events = {
      event: { id: 'evt_1', object: 'event', type: `${name}.updated`, data: { object } },
      'thin event': {
        id: 'evt_2',
        object: 'v2.core.event',
        type: `v2.${name}.updated`,
        related_object: object,
      },
    }
    for (const [kind, event] of Object.entries(events)) {
      all += 1
      const fault = await faultOf(event)
      if (fault !== null) wrong.push(`${file}, ${name} as ${kind}: ${fault}`)
    }
  }
}
report('signed events answered', all, wrong)
