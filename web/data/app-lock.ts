import { memberAnswer } from '../ui/browser-answer.ts'
import * as z from 'zod/mini'
import { lastMember, lockEntry, memberEntry, withStorage } from './at-rest.ts'

/** Minutes without use after which this device is locked; 0: as soon as the app is left. */
export const LOCK_MINUTES = [0, 1, 5, 15] as const
export type LockMinutes = (typeof LOCK_MINUTES)[number]

const Setting = z.object({
  minutes: z.union([z.literal(0), z.literal(1), z.literal(5), z.literal(15)]),
  /** Id of the passkey that opens it, base64url. */
  passkey: z.string(),
})
export type LockSetting = z.infer<typeof Setting>

const MINUTE_MS = 60_000
/** Storage is written at most so often while the member is at it. */
const NOTE_EVERY_MS = 5_000
/** How often it is looked whether nobody has been here for long. */
const LOOK_EVERY_MS = 5_000

/** The setting of this device; null: it is not locked. */
export const lockSetting = (): LockSetting | null =>
  withStorage(() => Setting.parse(JSON.parse(lockEntry() ?? 'null')), null)

const entryOf = (name: string): string => memberEntry(lastMember() ?? '', name)

/** Sets the lock of this device, or with null takes it away. Throws where nothing can be stored. */
export const setLock = (setting: LockSetting | null): void => {
  if (setting === null) localStorage.removeItem(entryOf('lock'))
  else {
    noteUse()
    localStorage.setItem(entryOf('lock'), JSON.stringify(setting))
  }
}

/** The member is here now, in whichever tab. */
export const noteUse = (): void =>
  withStorage(() => localStorage.setItem(entryOf('used'), String(Date.now())), undefined)

/** Whether nobody has used the app for the minutes that were set. A clock that was put back unlocks nothing. */
export const isLockDue = (minutes: LockMinutes, usedAtMs: number, nowMs: number): boolean =>
  !(nowMs >= usedAtMs && nowMs - usedAtMs < minutes * MINUTE_MS)

const usedAtMs = (): number => Number(localStorage.getItem(entryOf('used')) ?? Number.NaN)

/** Whether the app is to be locked when it starts or is looked at again. */
export const isLocked = (): boolean => {
  const setting = lockSetting()
  return setting !== null && isLockDue(setting.minutes, usedAtMs(), Date.now())
}

/** Bit of the authenticator's flags: it has verified who touched it (WebAuthn Level 3, 6.1). */
const USER_VERIFIED = 0x04
const FLAGS_AT = 32

/**
 * Has the device verify who is here, by a passkey of this site; nothing is asked of the server. `only`: the id of the
 * passkey that it has to be. Resolves with the id of the one that was used. Rejects if the member declines, or the
 * device did not verify them.
 *
 * The signature is not checked: who could forge the answer within the page could take the lock away as well.
 */
export const verifyPresence = async (only?: string): Promise<string> => {
  const { base64URLStringToBuffer, startAuthentication } = await import('@simplewebauthn/browser')
  const { id, response } = await memberAnswer(
    startAuthentication({
      optionsJSON: {
        // Text in hexadecimal is base64url, too.
        challenge: crypto.randomUUID().replaceAll('-', ''),
        userVerification: 'required',
        allowCredentials: only === undefined ? [] : [{ id: only, type: 'public-key' }],
      },
    }),
  )
  const flags = new Uint8Array(base64URLStringToBuffer(response.authenticatorData))[FLAGS_AT] ?? 0
  if ((flags & USER_VERIFIED) === 0 || (only !== undefined && id !== only))
    throw new Error('The passkey did not verify who is here')
  return id
}

/** Hides what is drawn, so that the list of open apps does not show it. */
const cover = (isHidden: boolean): void => {
  document.body.style.opacity = isHidden ? '0' : ''
}

let ended: (() => void) | undefined

/**
 * From now on notes when the member is at it, hides the page while it is in the background, and calls `lock` when nobody
 * has been here for as long as was set. Returns what ends that. Begun again, it ends the former watch.
 */
export const watchUse = (lock: () => void = () => globalThis.location.reload()): (() => void) => {
  ended?.()
  const watch = new AbortController()
  const { signal } = watch
  const isAway = () => document.visibilityState === 'hidden'
  let notedAt = Number.NEGATIVE_INFINITY
  let wasLeft = false
  /** Locks if it is time. With 0 minutes it always is, once the page was left. */
  const look = (setting = lockSetting()): boolean => {
    if (setting === null || (setting.minutes === 0 && !wasLeft) || !isLocked()) return false
    // Also what `lock` shows next must not appear over what was there.
    cover(true)
    clearInterval(timer)
    lock()
    return true
  }
  const timer = setInterval(() => look(), LOOK_EVERY_MS)
  const use = () => {
    const isNoted = Date.now() - notedAt < NOTE_EVERY_MS
    if (isAway() || isNoted || lockSetting() === null || look()) return
    notedAt = Date.now()
    noteUse()
  }
  const turn = () => {
    const setting = lockSetting()
    if (setting === null) return cover(false)
    wasLeft ||= isAway()
    cover(isAway())
    // A page that slept was not looked at by the timer.
    if (!look(setting)) noteUse()
  }
  for (const event of ['pointerdown', 'keydown', 'wheel'])
    globalThis.addEventListener(event, use, { signal, capture: true, passive: true })
  document.addEventListener('visibilitychange', turn, { signal })
  globalThis.addEventListener('pageshow', turn, { signal })
  ended = () => {
    watch.abort()
    clearInterval(timer)
    cover(false)
  }
  return ended
}
