import { DAY_MS } from '../../events/calendar.ts'
import { derivedId } from '../../events/ids.ts'
import type { Seeding } from './seeding.ts'

/** Five weeks: enough for a forecast, and for a month that has ended. */
const HISTORY_MS = 35 * DAY_MS

/** This member's plan is larger than needed, so that the insights have something to find. */
const TOO_LARGE_A_PLAN = 'demo-katherine'

/** One phone for each demo member, ordered some weeks ago; repeating it changes nothing. */
export const seedDevices = async ({ members, orders, clock, profiles }: Seeding): Promise<void> => {
  for (const profile of profiles) {
    const { id: memberId } = await members.signedIn(profile)
    await orders.provision(
      {
        memberId,
        idempotencyKey: derivedId('seed', 'device', memberId),
        device_label: `${profile.givenName}'s phone`,
        device_type: 'smartphone',
        plan_type: profile.subject === TOO_LARGE_A_PLAN ? 'unlimited' : 'standard',
        device_config: {},
        device_info: { model: 'Pixel 9', manufacturer: 'Google', os_version: 'Android 16' },
      },
      new Date(clock().getTime() - HISTORY_MS),
    )
  }
}
