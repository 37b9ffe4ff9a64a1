import { z } from 'zod'
import type { Call, View } from './view.ts'

const Bills = z.object({ bills: z.array(z.object({ id: z.string(), status: z.string() })) })
const Requests = z.object({
  incoming_requests: z.array(z.object({ id: z.string(), status: z.string() })),
  outgoing_requests: z.array(z.object({ id: z.string(), status: z.string() })),
})
const Proposals = z.object({ proposals: z.array(z.object({ status: z.string() })) })

const PATIENCE_MS = 60_000

const until = async <T>(find: () => Promise<T | undefined>): Promise<T> => {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error('what the picture shows did not come about')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** An unpaid bill; moves the clock month by month until there is one that no pool has paid. */
export const payableBill = async (call: Call): Promise<string> => {
  const bills = async () => Bills.parse(await call('GET', '/api/bills')).bills
  for (;;) {
    const known = await bills()
    const unpaid = known.find(({ status }) => status !== 'paid')
    if (unpaid !== undefined) return unpaid.id
    await call('POST', '/api/sandbox/clock/advance', { days: 31 })
    await until(async () => ((await bills()).length > known.length ? true : undefined))
  }
}

/** A request that waits for the member's answer. */
export const askedByFriend = async (call: Call, friend: Call): Promise<void> => {
  const waiting = async () =>
    Requests.parse(await call('GET', '/api/wallet/transfer-requests')).incoming_requests.find(
      ({ status }) => status === 'pending',
    )
  if ((await waiting()) !== undefined) return
  await friend('POST', '/api/wallet/request-transfer', {
    from_user_identifier: '@ada',
    amount: '18.40',
    message: 'Tickets for the lecture on Thursday',
  })
  await until(waiting)
}

/** A request of the member that waits for the friend's answer. */
export const askedFriend = async (call: Call): Promise<void> => {
  const waiting = async () =>
    Requests.parse(await call('GET', '/api/wallet/transfer-requests')).outgoing_requests.find(
      ({ status }) => status === 'pending',
    )
  if ((await waiting()) !== undefined) return
  await call('POST', '/api/wallet/request-transfer', {
    from_user_identifier: '@grace',
    amount: '7.25',
    message: 'Your half of the coffee',
  })
  await until(waiting)
}

/** A vote that the member can take part in, on a proposal by the friend. */
export const openVote = async (call: Call, friend: Call): Promise<void> => {
  const open = async () =>
    Proposals.parse(await call('GET', '/api/yut/governance/proposals')).proposals.find(
      ({ status }) => status === 'open',
    )
  if ((await open()) !== undefined) return
  await friend('POST', '/api/yut/stake', { amount: '50' })
  await until(() =>
    friend('POST', '/api/yut/governance/proposals', {
      title: 'Round bills up and put the rest into the pool',
      description: 'A few cents a month that nobody misses, and that pay a bill a year sooner.',
      proposal_type: 'feature_request',
      voting_days: 7,
    }).catch(() => undefined),
  )
  await until(open)
}

/** A stake, so that there are rewards and voting power. */
export const staked = async (call: Call): Promise<void> => {
  const { yut_balance: held } = z
    .object({ yut_balance: z.object({ staked_balance: z.string() }) })
    .parse(await call('GET', '/api/yut/balance'))
  if (Number(held.staked_balance) === 0) await call('POST', '/api/yut/stake', { amount: '120' })
}

export const credential = (call: Call): Promise<unknown> =>
  call('POST', '/api/did/credentials/issue', { credentialType: 'YoutilityMemberCredential' })

const Devices = z.object({ profiles: z.array(z.object({ id: z.string(), device_label: z.string() })) })

/** Answers with an insight about the member's first device, which would otherwise take weeks of usage. */
export const advised = async ({ page, call }: View): Promise<void> => {
  const [device] = Devices.parse(await call('GET', '/api/mvno/esim/profiles')).profiles
  const insight = {
    id: '00000000-0000-4000-8000-0000000000a1',
    insight_type: 'plan_optimization',
    confidence_score: 0.86,
    recommendation: 'Change to Basic.',
    potential_savings_cents: 2_000,
    device_id: device?.id,
    device_label: device?.device_label,
    action: {
      kind: 'change_plan',
      plan_type: 'basic_voice_sms',
      plan_name: 'Basic Voice & SMS',
      monthly_cost_cents: 1_500,
    },
    action_label: 'Change to Basic Voice & SMS',
    evidence: [{ label: 'Data used', value: '0.4 GB' }],
  }
  await page.route('**/api/mvno/ai-insights', (route) =>
    route.fulfill({ json: { insights: [insight], not_enough_data: [] } }),
  )
}
