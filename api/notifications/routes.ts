import { ECDH } from 'node:crypto'
import { labelOf } from '../contract/notification-words.ts'
import { DEFAULT_LOCALE } from '../contract/number-locale.ts'
import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { placeOf } from '../http/paging.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { deviceOf } from '../http/fresh-sign-in.ts'
import type { AppContext } from '../http/context.ts'
import type { Sessions } from '../http/sessions.ts'
import { localizerOf, TEXT_LANGUAGES } from '../texts/localizer.ts'
import type { Notifications } from './notifications.ts'
import { isPushService } from './push-services.ts'
import type { PushSubscriptions } from './push-subscriptions.ts'
import type { VapidKeys } from './vapid.ts'

/** Registers the routes of notifications. */
export const registerNotifications = (api: ApiRouter, notifications: Notifications): void => {
  registerOperation(api, operations.listNotifications, async ({ member, query: { limit, cursor }, ctx }) => {
    const page = await notifications.page(member.id, limit, placeOf(cursor))
    const localizer = localizerOf(ctx.acceptsLanguages(...TEXT_LANGUAGES) || DEFAULT_LOCALE)
    return {
      ...page,
      notifications: page.notifications.map((one) => ({ ...one, label: labelOf(one, localizer) })),
    }
  })
  registerOperation(api, operations.getNotificationCounts, ({ member }) => notifications.counts(member.id))
  registerOperation(api, operations.readNotifications, async ({ member, body }) => {
    await notifications.readUpTo(member.id, BigInt(body.up_to))
    return notifications.counts(member.id)
  })
  registerOperation(api, operations.getNotificationSettings, ({ member }) =>
    notifications.settings(member.id),
  )
  registerOperation(api, operations.changeNotificationSettings, async ({ member, body, ctx }) => {
    const shows = body.amounts && !(await notifications.settings(member.id)).amounts
    if (shows && !api.freshSignIn.isFresh(ctx))
      await api.freshSignIn.refuse(ctx, member.id, 'showing amounts and names in notifications')
    if (shows) await api.freshSignIn.record(ctx, member.id, 'push_amounts_shown')
    await notifications.change(member.id, body)
    return notifications.settings(member.id)
  })
}

/** Whether the text is a point on P-256, the curve of push encryption. */
const isPublicKey = (p256dh: string): boolean => {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

const NO_KEY = 'p256dh is no public key of P-256.'
const UNKNOWN_SERVICE = 'Notifications cannot be sent to this push service.'

/** Registers the routes of push subscriptions. */
export const registerPush = (
  api: ApiRouter,
  {
    subscriptions,
    sessions,
    vapid,
    services,
    maySilence,
  }: {
    /** @throws {HttpError} 403 something waits that the place was told of, and nothing proves that the member is there */
    readonly maySilence: (ctx: AppContext, memberId: string) => Promise<void>
    readonly subscriptions: PushSubscriptions
    readonly sessions: Pick<Sessions, 'hash'>
    readonly vapid: () => Promise<VapidKeys>
    /** Origins of push services besides the known ones. */
    readonly services: readonly string[]
  },
): void => {
  registerOperation(api, operations.listPushPlaces, async ({ member, ctx }) => ({
    key: (await vapid()).publicKey,
    places: await subscriptions.list(member.id, sessions.hash(ctx) ?? ''),
  }))
  registerOperation(api, operations.subscribePush, async ({ member, body, ctx }) => {
    const { endpoint, keys, language } = body
    if (!isPushService(endpoint, services))
      throw new HttpError(422, 'unknown_push_service', UNKNOWN_SERVICE, {
        fields: { endpoint: UNKNOWN_SERVICE },
      })
    if (!isPublicKey(keys.p256dh))
      throw new HttpError(400, 'invalid_request', NO_KEY, { fields: { 'keys.p256dh': NO_KEY } })
    const session = sessions.hash(ctx) ?? ''
    const device = deviceOf(ctx)
    if (await subscriptions.isNew(member.id, endpoint)) {
      if (!api.freshSignIn.isFresh(ctx))
        await api.freshSignIn.refuse(ctx, member.id, 'sending notifications to this browser')
      // Before it is stored, so that the other places are told, and not this one.
      await api.freshSignIn.record(ctx, member.id, 'push_place_added')
    }
    return {
      id: await subscriptions.put({ memberId: member.id, session, device, endpoint, keys, language }),
    }
  })
  registerOperation(api, operations.changePushPlace, async ({ member, params, body }) => {
    await subscriptions.change(member.id, params.id, body.off)
    return undefined
  })
  registerOperation(api, operations.endPush, async ({ member, params, ctx }) => {
    const session = sessions.hash(ctx) ?? ''
    if (!(await subscriptions.isCurrent(params.id, session))) await maySilence(ctx, member.id)
    const { device, current } = await subscriptions.end(member.id, params.id, session, deviceOf(ctx))
    if (!current) await api.freshSignIn.record(ctx, member.id, 'push_place_ended', device)
    return undefined
  })
}
