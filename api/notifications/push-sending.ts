import type { Pool } from 'pg'
import { Counter } from 'prom-client'
import webPush from 'web-push'
import type { Clock } from '../../events/ids.ts'
import { discreetWordsOf, placeOf, wordsOf } from '../contract/notification-words.ts'
import { localizerOf } from '../texts/localizer.ts'
import type { Backlog } from '../processes/backlog.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import type { Notifications } from './notifications.ts'
import { sendLastWords } from './last-words.ts'
import { isPushService } from './push-services.ts'
import type { VapidKeys } from './vapid.ts'
import type { Platform } from '../platform.ts'

const BATCH = 100
const AT_ONCE = 10
const SEND_MS_MAX = 10_000
/** Lease: a claimed delivery that still exists after this time is sent again. */
const TAKEN_SECONDS = 60
const ATTEMPTS_MAX = 8
/** How long a push service stores a message that it cannot deliver yet. */
const TTL_SECONDS = 86_400
/** The first delay before a retry; doubled each time: half an hour in all. */
const RETRY_SECONDS = 15
/** The same where the service refuses our token, which a person has to mend: eight hours in all. */
const REFUSED_RETRY_SECONDS = 240

interface Delivery {
  readonly notification_id: bigint
  readonly subscription_id: string
  readonly member_id: string
  readonly attempts: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly language: string
  /** Whether the session that made or last renewed the subscription is still open. */
  readonly is_signed_in: boolean
}

const TAKE = `
  with due as (
    select notification_id, subscription_id from app.push_delivery
    where next_at <= now() order by next_at limit ${BATCH} for update skip locked
  ), taken as (
    update app.push_delivery d set attempts = attempts + 1, next_at = now() + interval '${TAKEN_SECONDS} seconds'
    from due where d.notification_id = due.notification_id and d.subscription_id = due.subscription_id
    returning d.*
  )
  select taken.notification_id, taken.subscription_id, taken.attempts, s.member_id, s.endpoint, s.p256dh, s.auth,
    s.language, exists (select from app.session where session.id_hash = s.session_hash
      and session.revoked_at is null and session.expires_at > $1) as is_signed_in
  from taken join app.push_subscription s on s.id = taken.subscription_id`

/**
 * Outcome of an attempt. `gone`: the browser has unsubscribed, which ends the subscription, and nothing else does.
 * `later` and `refused` (our token was not taken): retry after at least `seconds`. `dropped`: the message is lost.
 */
type Outcome =
  | { readonly state: 'done' | 'gone' | 'dropped' }
  | { readonly state: 'later' | 'refused'; readonly seconds: number }

interface PushParts extends Pick<Platform, 'pool' | 'log'> {
  readonly clock: Clock
  readonly notifications: Pick<Notifications, 'one' | 'counts' | 'settings'>
  readonly vapid: () => Promise<VapidKeys>
  /** Origin that members see. */
  readonly publicUrl: string
  readonly attempts: Counter<'outcome'>
  /** Origins of push services besides the known ones. */
  readonly services: readonly string[]
}

const contactOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:operator@localhost.invalid'

/** The message in the format of Declarative Web Push, which Safari shows by itself and our service worker reads. */
const messageOf = async ({ notifications, publicUrl }: PushParts, of: Delivery): Promise<string | null> => {
  const notification = await notifications.one(of.member_id, of.notification_id)
  if (notification === null) return null
  const { amounts } = await notifications.settings(of.member_id)
  const localizer = localizerOf(of.language)
  // Whoever has the device once its session is over reads no amounts there.
  const { title, text } =
    amounts && of.is_signed_in ? wordsOf(notification, localizer) : discreetWordsOf(notification, localizer)
  const { waiting } = await notifications.counts(of.member_id)
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title,
      body: text,
      tag: `notification-${notification.id}`,
      navigate: `${publicUrl}${placeOf(notification)}`,
      app_badge: String(waiting),
    },
  })
}

const outcomeOf = (status: number, retryAfter: string | null, attempts: number): Outcome => {
  if (status >= 200 && status < 300) return { state: 'done' }
  if (status === 404 || status === 410) return { state: 'gone' }
  const isRefused = status === 401 || status === 403
  const passing = isRefused || status === 408 || status === 429 || status >= 500
  if (!passing || attempts >= ATTEMPTS_MAX) return { state: 'dropped' }
  const retryAfterSeconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  const firstSeconds = isRefused ? REFUSED_RETRY_SECONDS : RETRY_SECONDS
  const seconds = Math.max(retryAfterSeconds, firstSeconds * 2 ** (attempts - 1))
  return { state: isRefused ? 'refused' : 'later', seconds }
}

/** Whom a message goes to, and what identifies it there. */
type Receiver = Pick<Delivery, 'endpoint' | 'p256dh' | 'auth' | 'attempts'> & { readonly topic: string }

/** Encrypts and signs the message. Null: the browser's keys are invalid, or ours. */
const requestOf = ({ publicUrl, log }: PushParts, of: Receiver, message: string, vapid: VapidKeys) => {
  try {
    return webPush.generateRequestDetails(
      { endpoint: of.endpoint, keys: { p256dh: of.p256dh, auth: of.auth } },
      message,
      {
        vapidDetails: { subject: contactOf(publicUrl), ...vapid },
        TTL: TTL_SECONDS,
        // A service that could not deliver yet keeps only the last message of a topic.
        topic: of.topic,
        contentEncoding: 'aes128gcm',
      },
    )
  } catch (error) {
    log.warn({ err: error }, 'Nothing can be encrypted for a subscription; the push is dropped')
    return null
  }
}

const attempt = async (parts: PushParts, of: Delivery): Promise<Outcome> => {
  const message = await messageOf(parts, of)
  return message === null
    ? { state: 'done' }
    : send(parts, { ...of, topic: `n${of.notification_id}` }, message)
}

/** Sends a message once. */
const send = async (parts: PushParts, of: Receiver, message: string): Promise<Outcome> => {
  if (!isPushService(of.endpoint, parts.services)) {
    const { host } = URL.parse(of.endpoint) ?? { host: null }
    parts.log.warn({ host }, 'A subscription is at a push service that is not known; the push is dropped')
    return { state: 'dropped' }
  }
  const request = requestOf(parts, of, message, await parts.vapid())
  if (request === null) return { state: 'dropped' }
  const { endpoint, headers, body } = request
  const { host } = new URL(endpoint)
  const concluded = (status: number | null, headersOfAnswer?: Headers): Outcome => {
    const outcome = outcomeOf(status ?? 503, headersOfAnswer?.get('Retry-After') ?? null, of.attempts)
    if (status === 401 || status === 403)
      parts.log.error(
        { host, status, attempts: of.attempts, serviceDate: headersOfAnswer?.get('Date') },
        'A push service refuses our token: compare the server’s clock, PUBLIC_URL and the VAPID key',
      )
    if (outcome.state === 'dropped')
      parts.log.warn(
        { host, status, attempts: of.attempts },
        'A push service did not take a push; it is dropped',
      )
    return outcome
  }
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: Uint8Array.from(body),
      // A redirect's target has not been checked to be a push service.
      redirect: 'manual',
      signal: AbortSignal.timeout(SEND_MS_MAX),
    })
    await answer.body?.cancel()
    return concluded(answer.status, answer.headers)
  } catch (error) {
    parts.log.warn({ err: error, host }, 'A push service cannot be reached')
    return concluded(null)
  }
}

/** Counts what became of attempts to send a push. */
export const pushAttempts = () =>
  new Counter({
    name: 'push_attempts_total',
    help: 'Attempts to send a push: done, later (tried again), refused (our token; tried again), gone (unsubscribed) or dropped',
    labelNames: ['outcome'],
    registers: [],
  })

const conclude = async (pool: Pool, of: Delivery, outcome: Outcome): Promise<void> => {
  const key = [of.notification_id, of.subscription_id]
  switch (outcome.state) {
    case 'done':
    case 'dropped':
      await pool.query(
        'delete from app.push_delivery where notification_id = $1 and subscription_id = $2',
        key,
      )
      return
    case 'gone':
      await pool.query('delete from app.push_subscription where id = $1', [of.subscription_id])
      return
    case 'later':
    case 'refused':
      await pool.query(
        `update app.push_delivery set next_at = now() + make_interval(secs => $3)
         where notification_id = $1 and subscription_id = $2`,
        [...key, outcome.seconds],
      )
      return
    default:
      outcome satisfies never
  }
}

/** Pushes to be sent; late when they are due and nobody sends them. A service that refuses gets them again later. */
export const pushBacklog = (pool: Pool): Backlog => ({
  name: 'pushes',
  look: async (lateMs) => {
    const { rows } = await pool.query<{ waiting: number; late: boolean }>({
      name: 'push-waiting',
      text: `select count(*)::int as waiting,
          coalesce(min(next_at) < now() - make_interval(secs => $1), false) as late from app.push_delivery`,
      values: [lateMs / 1_000],
    })
    return rows[0] ?? { waiting: 0, late: false }
  },
})

/**
 * Sends the deliveries of `app.push_delivery`, each at least once: a duplicate replaces the first by its tag. Nothing
 * waits for it.
 */
export const startPushSending = (parts: PushParts): Recurring =>
  recurring({
    name: 'push',
    everyMs: 250,
    wokenBy: ['push'],
    log: parts.log,
    round: async () => {
      const { pool } = parts
      const { rows: taken } = await pool.query<Delivery>({
        name: 'push-take',
        text: TAKE,
        values: [parts.clock()],
      })
      const queue = [...taken]
      const sendLast = async (to: Receiver, message: string): Promise<number | null> => {
        const outcome = await send(parts, to, message)
        parts.attempts.inc({ outcome: outcome.state })
        return 'seconds' in outcome ? outcome.seconds : null
      }
      const work = async () => {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const outcome = await attempt(parts, next)
          parts.attempts.inc({ outcome: outcome.state })
          await conclude(pool, next, outcome)
        }
      }
      await Promise.all([
        sendLastWords({ ...parts, send: sendLast }),
        ...Array.from({ length: AT_ONCE }, work),
      ])
      if (taken.length === BATCH) return 0
      const { rows } = await pool.query<{ ms: number | null }>(
        `select extract(epoch from min(next_at) - now())::float8 * 1000 as ms from (
           select next_at from app.push_delivery union all select next_at from app.push_last_word) as due`,
      )
      return rows[0]?.ms ?? undefined
    },
  })
