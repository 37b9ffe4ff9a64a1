import { derivedId } from '../../events/ids.ts'
import { Refusal } from '../../events/refusal.ts'
import { operations } from '../contract/operations.ts'
import {
  DEVICES_MAX,
  type Device as DeviceAnswer,
  type PlanType,
  type Subscriber,
} from '../contract/devices.ts'
import { HttpError } from '../http/errors.ts'
import { registerCommand, registerOperation, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { installLinks, partsOf } from './activation.ts'
import { activityOf } from './activity.ts'
import { CarrierUnavailable } from './carrier.ts'
import type { DevicesArea } from './context.ts'
import { cycleAt } from './cycle.ts'
import { devicesOf, findDevice, type Device } from './devices.ts'
import { diagnose } from './diagnostics.ts'
import type { LineCommand } from './line.ts'
import { NO_USAGE, PLANS, type Usage } from './plans.ts'
import { currentUsage, dailyView } from './usage-views.ts'
import { dailyUsage } from './usage.ts'
import { hasActivation, profileView, sumsOf } from './views.ts'

/** For so long after the order of a line its activation code is shown without a proof. */
const JUST_ORDERED_MS = 10 * 60_000

/** The member's subscriber id: stable and unique. */
const subscriberIdOf = (memberId: string): string => derivedId('telecom-subscriber', memberId)

/** Maps an unavailable carrier to 503, which is not logged as an error of ours. */
const asking = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof CarrierUnavailable)) throw error
    throw new HttpError(503, 'carrier_unavailable', 'The carrier does not answer. Try again in a moment.', {
      cause: error,
      retryAfterSeconds: 5,
    })
  }
}

/** Usage of each device in the running month. */
const monthUsage = async (
  { pool, clock }: Pick<DevicesArea, 'pool' | 'clock'>,
  devices: readonly Device[],
): Promise<(deviceId: string) => Usage> => {
  const { firstDay, lastDay } = cycleAt(clock())
  const sums = sumsOf(
    await dailyUsage(
      pool,
      devices.map(({ id }) => id),
      firstDay,
      lastDay,
    ),
  )
  return (deviceId) => sums.get(deviceId) ?? NO_USAGE
}

const viewOf = async (area: DevicesArea, device: Device): Promise<{ profile: DeviceAnswer }> => {
  const usageOf = await monthUsage(area, [device])
  return { profile: profileView(device, usageOf(device.id)) }
}

const registerReads = (api: ApiRouter, area: DevicesArea): void => {
  const { pool, clock, carrier } = area
  registerOperation(api, operations.getPlans, () => ({ plans: PLANS }))

  registerOperation(api, operations.getSubscriber, async ({ member }) => {
    const now = clock()
    const cycle = cycleAt(now)
    const devices = await devicesOf(pool, member.id)
    const paid = devices.filter(({ line }) => line.state !== 'failed' && line.state !== 'ended')
    const subscriber: Subscriber = {
      subscriber_id: subscriberIdOf(member.id),
      status: paid.length > 0 ? 'active' : 'inactive',
      sandbox: carrier.name === 'sandbox',
      device_count: devices.length,
      device_limit: DEVICES_MAX,
      monthly_cost_cents: paid.reduce((sum, { plan }) => sum + PLANS[plan].monthly_cost_cents, 0),
      billing_cycle_start: cycle.firstDay,
      billing_cycle_end: cycle.lastDay,
      test_labels: area.testLabels,
    }
    return reply({ subscriber }, { asOf: now })
  })

  registerOperation(api, operations.listProfiles, async ({ member }) => {
    const asOf = clock()
    const devices = await devicesOf(pool, member.id)
    const usageOf = await monthUsage(area, devices)
    return reply({ profiles: devices.map((device) => profileView(device, usageOf(device.id))) }, { asOf })
  })

  registerOperation(api, operations.getCurrentUsage, async ({ member }) => {
    const asOf = clock()
    return reply(await currentUsage(pool, member.id, asOf), { asOf })
  })

  registerOperation(api, operations.getDailyUsage, async ({ member, query }) => {
    const asOf = clock()
    return reply(await dailyView(pool, member.id, query.days, asOf), { asOf })
  })

  registerOperation(api, operations.listTelecomActivity, async ({ member, query }) => {
    const asOf = clock()
    return reply(await activityOf(pool, member.id, query), { asOf })
  })
}

const registerCarrierReads = (api: ApiRouter, area: DevicesArea): void => {
  const { pool, clock, carrier } = area
  registerOperation(api, operations.getActivation, async ({ member, params, ctx }) => {
    const device = await findDevice(pool, member.id, params.id)
    if (!device || device.deletedAt !== null)
      throw new Refusal('device_not_found', 'You have no such device.')
    // Whoever has just ordered a line sets it up; the code of an older one would give the line to another phone.
    const isJustOrdered = clock().getTime() - device.createdAt.getTime() < JUST_ORDERED_MS
    if (!isJustOrdered && !api.freshSignIn.isFresh(ctx))
      await api.freshSignIn.refuse(ctx, member.id, 'seeing the activation code')
    const code =
      hasActivation(device) && device.reference !== null
        ? await asking(carrier.activationCode(device.reference))
        : null
    const parts = code === null ? null : partsOf(code)
    if (code === null || parts === null)
      throw new Refusal(
        'activation_not_ready',
        'There is no activation code: the eSIM is not ready yet, or it is installed already.',
      )
    return { activation_code: code, ...parts, install_links: installLinks(code) }
  })

  registerOperation(api, operations.getDiagnostics, async ({ member, params }) => {
    if (params.subscriberId !== subscriberIdOf(member.id))
      throw new Refusal('subscriber_not_found', 'You have no such subscription.')
    const devices = await devicesOf(pool, member.id)
    const usageOf = await monthUsage(area, devices)
    return { diagnostics: await asking(diagnose(devices, usageOf, { carrier, now: clock() })) }
  })
}

const isDearer = (plan: PlanType, than: PlanType): boolean =>
  PLANS[plan].monthly_cost_cents > PLANS[than].monthly_cost_cents

const isPaidFor = ({ line, deletedAt }: Device): boolean =>
  deletedAt === null && line.state !== 'failed' && line.state !== 'ended'

const registerOrders = (api: ApiRouter, area: DevicesArea): void => {
  const { orders } = area
  registerCommand(api, operations.provisionProfile, async ({ attempt, body, ctx }) => {
    const { memberId } = attempt
    const lines = await devicesOf(area.pool, memberId)
    const isOrdered = lines.some(({ id }) => id === orders.idOf(attempt))
    if (!isOrdered && lines.some(isPaidFor) && !api.freshSignIn.isFresh(ctx))
      await api.freshSignIn.refuse(ctx, memberId, 'ordering another line')
    const device = await orders.provision({ ...body, ...attempt })
    if (!isOrdered) await api.freshSignIn.record(ctx, memberId, 'line_ordered', device.label)
    return viewOf(area, device)
  })
  registerOperation(api, operations.updateEsimProfile, async ({ member, params, body, ctx }) => {
    const device = await findDevice(area.pool, member.id, params.id)
    if (device && body.plan_type !== undefined && isDearer(body.plan_type, device.plan))
      if (!api.freshSignIn.isFresh(ctx))
        await api.freshSignIn.refuse(ctx, member.id, 'changing to a plan that costs more')
    return viewOf(area, await orders.update(member.id, params.id, body))
  })
  registerOperation(api, operations.deleteProfile, async ({ member, params }) => {
    await orders.remove(member.id, params.id)
    return undefined
  })
  const commanding =
    (what: LineCommand) =>
    async ({
      member,
      params,
    }: {
      readonly member: { readonly id: string }
      readonly params: { readonly id: string }
    }) =>
      viewOf(area, await orders.command(member.id, params.id, what))
  registerOperation(api, operations.suspendProfile, commanding('suspend'))
  registerOperation(api, operations.resumeProfile, commanding('resume'))
  registerOperation(api, operations.retryProfile, commanding('retry'))
}

const registerInsights = (api: ApiRouter, { insights, clock }: DevicesArea): void => {
  registerOperation(api, operations.listInsights, async ({ member }) => {
    const asOf = clock()
    const { insights: found, notEnough } = await insights.list(member.id)
    return reply(
      {
        insights: [...found],
        not_enough_data: notEnough.map(({ line, days }) => ({
          device_id: line.deviceId,
          device_label: line.label,
          days_missing: days,
        })),
      },
      { asOf },
    )
  })
  registerOperation(api, operations.applyInsight, ({ member, params }) =>
    insights.answer(member.id, params.id, 'applied'),
  )
  registerOperation(api, operations.dismissInsight, ({ member, params }) =>
    insights.answer(member.id, params.id, 'dismissed'),
  )
}

/** Registers the routes of the telecom service. */
export const registerDevices = (api: ApiRouter, area: DevicesArea): void => {
  registerReads(api, area)
  registerCarrierReads(api, area)
  registerOrders(api, area)
  registerInsights(api, area)
}
