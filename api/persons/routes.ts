import type { Counter } from 'prom-client'
import type { Clock } from '../../events/ids.ts'
import { operations } from '../contract/operations.ts'
import { InvalidWebhook } from '../deposits/processor.ts'
import { providerNotFound, webhookRefused } from '../deposits/webhooks.ts'
import { deviceOf } from '../http/fresh-sign-in.ts'
import { readRawBody } from '../http/json-body.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import type { Checks } from './checks.ts'
import type { PersonCheck } from './person-check.ts'
import type { Persons } from './persons.ts'
import { identityView } from './views.ts'

/** Dependencies of the routes. */
export interface PersonsArea {
  readonly checks: Checks
  readonly persons: Persons
  /** Null: nobody looks at documents here. */
  readonly check: PersonCheck | null
  readonly limitCents: bigint
  readonly clock: Clock
  /** Counts webhooks by outcome. */
  readonly webhooks: Counter<'outcome'>
}

/**
 * `POST /api/webhooks/{provider}/identity`: has a check looked at. What the webhook says of it is not used, so it does
 * not matter how often it comes, nor in which order.
 */
const registerWebhook = (api: ApiRouter, { checks, check, clock, webhooks }: PersonsArea): void => {
  registerOperation(api, operations.receiveIdentityWebhook, async ({ params, ctx }) => {
    if (check === null || params.provider !== check.name) throw providerNotFound()
    const body = await readRawBody(ctx.req)
    try {
      const { id, type, reference } = check.readWebhook(body, ctx.req.headers)
      const known = reference === null ? 0 : await checks.lookAgain(check.name, reference, clock())
      const outcome = known > 0 ? 'accepted' : 'ignored'
      webhooks.inc({ outcome })
      ctx.state.log.info({ eventId: id, eventType: type, outcome }, 'webhook of a check of a person')
    } catch (error) {
      if (!(error instanceof InvalidWebhook)) throw error
      webhooks.inc({ outcome: 'refused' })
      throw webhookRefused(error)
    }
    return { received: true as const }
  })
}

/** Registers the routes of checks of persons. */
export const registerPersons = (api: ApiRouter, area: PersonsArea): void => {
  const { checks, persons, check, limitCents, clock } = area
  // Past the memory of standings, which hears of a change a moment later.
  const view = async (memberId: string) => {
    const [own, former] = await Promise.all([checks.of(memberId), checks.formerOf(memberId)])
    return identityView(own, former, { provider: check?.name ?? null, limitCents, now: clock() })
  }
  registerOperation(api, operations.getIdentityCheck, ({ member }) => view(member.id))
  registerOperation(
    api,
    operations.beginIdentityCheck,
    async ({ member, ctx }) => {
      const { url } = await persons.begin(member.id, deviceOf(ctx))
      return { ...(await view(member.id)), url }
    },
    { limit: api.limits.money },
  )
  registerOperation(api, operations.answerIdentityCheck, async ({ member, body }) => {
    await persons.answer(member.id, body.person)
    return view(member.id)
  })
  registerWebhook(api, area)
}
