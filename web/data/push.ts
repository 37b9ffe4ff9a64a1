import * as z from 'zod/mini'
import {
  notificationOperations,
  type OptionalKind,
  type PushPlace,
} from '../../api/contract/notifications.ts'
import { FRESH_SIGN_IN_REQUIRED } from '../../api/contract/security.ts'
import { leaveUnreadable } from '../push-message.ts'
import { languageTag, t } from '../texts/texts.ts'
import { browserAnswer, memberAnswer } from '../ui/browser-answer.ts'
import { isAppleTouch } from './apple-touch.ts'
import { lastMember, withStorage } from './at-rest.ts'
import { changing } from './changing.ts'
import { call } from './client.ts'
import { askToStay } from './device-storage.ts'
import { ApiError } from './errors.ts'
import { refreshDocument } from './refresh.ts'
import { answerOf } from './sources.ts'

/** Id of the member who turned push on in this browser: another member who signs in has not been asked. */
const WANTED_BY = 'youtility.push-of'
/** This browser's entry in the server's list, as far as it knows. */
const LISTED_AS = 'youtility.push-place'
const Listed = z.object({ id: z.string(), endpoint: z.string() })

const listedAs = (): z.infer<typeof Listed> | null =>
  withStorage(() => Listed.parse(JSON.parse(localStorage.getItem(LISTED_AS) ?? 'null')), null)

const isWanted = (): boolean =>
  withStorage(() => lastMember() !== null && localStorage.getItem(WANTED_BY) === lastMember(), false)

/** The places that notifications are pushed to. */
export const pushPlaces = answerOf('push-places', notificationOperations.listPushPlaces)

/**
 * State of push in this browser: not possible (`unable`; `install_first` on an iPhone or iPad, where the app must be on
 * the home screen), refused by the member, off or on.
 */
export type PushState = 'unable' | 'install_first' | 'refused' | 'off' | 'on'

export const pushState = async (): Promise<PushState> => {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return isAppleTouch() ? 'install_first' : 'unable'
  if (Notification.permission === 'denied') return 'refused'
  const registration = await browserAnswer(navigator.serviceWorker.getRegistration())
  const subscription = registration && (await browserAnswer(registration.pushManager.getSubscription()))
  return subscription && isWanted() && Notification.permission === 'granted' ? 'on' : 'off'
}

const again = () => refreshDocument(pushPlaces)

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

const isSameKey = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const used = subscription.options.applicationServerKey
  return used !== null && new Uint8Array(used).every((byte, place) => byte === key[place])
}

/** Sends the server this browser's endpoint and language; the server stores one place for each browser. */
const tellServer = async (subscription: PushSubscription, unattended: boolean): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON()
  if (endpoint === undefined || keys === undefined) throw new Error('The browser subscribed without keys')
  const { p256dh = '', auth = '' } = keys
  const { data } = await call(notificationOperations.subscribePush, {
    body: { endpoint, keys: { p256dh, auth }, language: languageTag() },
    unattended,
  })
  withStorage(() => localStorage.setItem(LISTED_AS, JSON.stringify({ id: data.id, endpoint })), undefined)
}

/** Whether this browser's place was removed: by the member on another device, or after two weeks without a visit. */
const isEnded = (
  subscription: PushSubscription | null,
  { key, places }: { readonly key: string; readonly places: readonly PushPlace[] },
): boolean => {
  const listed = listedAs()
  if (listed === null || subscription === null || !isSameKey(subscription, bytesOf(key))) return false
  return listed.endpoint === subscription.endpoint && !places.some(({ id }) => id === listed.id)
}

/**
 * Subscribes with the server's key, or reuses the subscription, and sends the server its endpoint.
 * @param unattended Nobody asked for it, so nobody is asked to sign in again for a new address either.
 */
const subscribe = async (unattended = false): Promise<void> => {
  const registration = await browserAnswer(navigator.serviceWorker.ready)
  const { data } = await call(notificationOperations.listPushPlaces, {})
  const key = bytesOf(data.key)
  const before = await browserAnswer(registration.pushManager.getSubscription())
  // It is for another installation, or for a key that is no longer used.
  if (before && !isSameKey(before, key)) await browserAnswer(before.unsubscribe())
  const options = { userVisibleOnly: true, applicationServerKey: key }
  await tellServer(await browserAnswer(registration.pushManager.subscribe(options)), unattended)
  // Without this text the service worker uses an English one.
  await browserAnswer(leaveUnreadable(t('There is something new.'))).catch(() => undefined)
}

/** Asks the member, subscribes and informs the server. Call it from a click: browsers ask only then. */
export const startPush = async (): Promise<PushState> => {
  const permission = await memberAnswer(Notification.requestPermission())
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'off'
  await subscribe()
  localStorage.setItem(WANTED_BY, lastMember() ?? '')
  void askToStay()
  await again()
  return 'on'
}

/** Removes the subscription from this browser; the server removes it with the session. */
export const dropPush = async (): Promise<void> => {
  withStorage(() => [WANTED_BY, LISTED_AS].forEach((name) => localStorage.removeItem(name)), undefined)
  if (!('serviceWorker' in navigator)) return
  const registration = await browserAnswer(navigator.serviceWorker.getRegistration())
  // Absent where the browser knows no pushes.
  const manager: PushManager | undefined = registration?.pushManager
  const subscription = manager && (await browserAnswer(manager.getSubscription()))
  if (subscription) await browserAnswer(subscription.unsubscribe())
}

/** Turns push off in this browser. */
export const stopPush = async (): Promise<PushState> => {
  await dropPush()
  const { data } = await call(notificationOperations.listPushPlaces, {})
  const mine = data.places.find(({ current }) => current)
  if (mine !== undefined) await call(notificationOperations.endPush, { params: { id: mine.id } })
  await again()
  return 'off'
}

/** Sets the kinds that are not pushed to a place. */
export const changePlace = (id: string, off: readonly OptionalKind[]) =>
  changing(pushPlaces)(notificationOperations.changePushPlace, { params: { id }, body: { off: [...off] } })

/** Turns push off in another place. */
export const endPlace = (id: string) =>
  changing(pushPlaces)(notificationOperations.endPush, { params: { id } })

/**
 * Renews the subscription without asking: after a new session, after the browser has made another one, for another key
 * or language. Push that was turned off from elsewhere stays off.
 */
export const renewPush = async (): Promise<void> => {
  if ((await pushState()) !== 'on') return
  const registration = await browserAnswer(navigator.serviceWorker.ready)
  const { data } = await call(notificationOperations.listPushPlaces, {})
  if (isEnded(await browserAnswer(registration.pushManager.getSubscription()), data)) await dropPush()
  else
    await subscribe(true).catch((error: unknown) => {
      // The browser has a new address, which only the member may add.
      if (error instanceof ApiError && error.code === FRESH_SIGN_IN_REQUIRED) return dropPush()
      throw error
    })
}
