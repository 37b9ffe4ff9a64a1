import type * as z from 'zod'
import { HOUR_MS } from '../../../events/calendar.ts'
import {
  CarrierRefused,
  CarrierUnavailable,
  type Carrier,
  type HourUsage,
  type Measurement,
} from '../carrier.ts'
import { hourFloor } from '../cycle.ts'
import { Anything, Code, Logs, Many, One, Purchased, Records, reportOf, type SimCard } from './answers.ts'
import { createTelnyxClient, TelnyxNotNow, TelnyxRefused, type TelnyxClient } from './client.ts'

interface TelnyxOptions {
  readonly apiKey: string
  /** SIM card group that new eSIMs join; null is the account's default. */
  readonly simCardGroupId: string | null
  /** Origin of the API; null is Telnyx itself. */
  readonly apiUrl: string | null
}

const PAGE_SIZE = 250
/** Maximum number of pages to search: no account has more cards. */
const PAGES_MAX = 200
const KB_PER_MB = 1_024
/**
 * For so long after an order whose answer was lost the card may still appear: it is looked for and not bought again.
 * Telnyx does not say how long a purchase takes.
 */
const UNANSWERED_MS = 10 * 60_000
/** Maximum delay of a session's record. */
const RECORDS_LATE_MS = 2 * HOUR_MS
/** A line seen within this time counts as connected. */
const SEEN_MS = HOUR_MS

/** Prefix of the tag on our cards, followed by the order's id. */
const TAG = 'youtility-order-'
const tagOf = (orderId: string): string => `${TAG}${orderId}`
const hasTag = (card: SimCard, tag: string): boolean => card.tags?.includes(tag) ?? false
const hasOurTag = (card: SimCard): boolean => card.tags?.some((tag) => tag.startsWith(TAG)) ?? false

const isUnanswered = (ms: number | null): boolean => ms !== null && ms < UNANSWERED_MS

const isGone = (error: unknown): boolean => error instanceof TelnyxRefused && error.status === 404

/** Maps a refusal that has no meaning for the call to `CarrierUnavailable`: an operator has to look at it. */
const unexpected = (error: unknown): unknown =>
  error instanceof TelnyxRefused ? new CarrierUnavailable(error.message) : error

/**
 * Telnyx (REST API version 2: SIM Cards, eSIM purchase, Detail Records). An eSIM is bought enabled and tagged with the
 * order's id, by which a repeated order finds it: purchases have no idempotency keys. So one without an answer is only
 * looked for, for a while. An account may contain cards of
 * other applications too, so no card is used, changed or deleted before its tag has been read. Suspending disables the
 * card, resuming enables it; both are asynchronous. Telnyx meters data only: calls and messages of its SIM cards are
 * separate products, so none are reported.
 */
export const createTelnyxCarrier = ({ apiKey, simCardGroupId, apiUrl }: TelnyxOptions): Carrier => {
  const client: TelnyxClient = createTelnyxClient({ apiKey, apiUrl })
  const pathOf = (reference: string) => `/sim_cards/${encodeURIComponent(reference)}`

  /**
   * The cards of an order. The filter only shortens the search; each result's tag is checked, and all pages are read,
   * because buying twice or deleting another application's card cannot be undone.
   */
  const withTag = async (orderId: string): Promise<readonly SimCard[]> => {
    const tag = tagOf(orderId)
    const found: SimCard[] = []
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      // Parameter names as in Telnyx's own client libraries.
      const query = { 'filter[tags]': tag, 'page[number]': String(page), 'page[size]': String(PAGE_SIZE) }
      const { data, meta } = await client.call('GET', '/sim_cards', Many, { query })
      found.push(...data.filter((card) => hasTag(card, tag)))
      if (page >= (meta?.total_pages ?? 1)) return found
    }
    throw new CarrierUnavailable('Telnyx has more SIM cards than can be looked through for one order')
  }

  /** One of our cards; null once it is gone. @throws {CarrierUnavailable} also when the card is not ours */
  const find = async (reference: string): Promise<SimCard | null> => {
    let card: SimCard
    try {
      card = (await client.call('GET', pathOf(reference), One)).data
    } catch (error) {
      if (isGone(error)) return null
      throw unexpected(error)
    }
    if (hasOurTag(card)) return card
    throw new CarrierUnavailable(
      `The Telnyx SIM card ${reference} has no tag ${TAG}…, so it is left alone; put the tag back if it is ours`,
    )
  }

  /** Requests another status, unless the card has it or is changing to it. */
  const move = async (reference: string, action: 'enable' | 'disable', there: readonly string[]) => {
    const card = await find(reference)
    if (!card || there.includes(card.status?.value ?? '')) return
    try {
      await client.call('POST', `${pathOf(reference)}/actions/${action}`, Anything)
    } catch (error) {
      throw unexpected(error)
    }
  }

  const remove = async (reference: string): Promise<void> => {
    try {
      await client.call('DELETE', pathOf(reference), Anything)
    } catch (error) {
      if (isGone(error)) return
      if (!(error instanceof TelnyxRefused)) throw error
      // An eSIM that is still installed on a device can only be deleted by reporting it lost.
      try {
        await client.call('DELETE', pathOf(reference), Anything, { query: { report_lost: 'true' } })
      } catch (again) {
        if (!isGone(again)) throw unexpected(again)
      }
    }
  }

  const buy = (orderId: string) =>
    client.call('POST', '/actions/purchase/esims', Purchased, {
      body: {
        amount: 1,
        status: 'enabled',
        tags: [tagOf(orderId)],
        ...(simCardGroupId !== null && { sim_card_group_id: simCardGroupId }),
      },
    })

  const sessions = async (reference: string, from: Date, until: Date) => {
    const found: z.infer<typeof Records>['data'] = []
    for (let page = 1; ; page += 1) {
      const query = {
        'filter[record_type]': 'wireless',
        'filter[sim_card_id]': reference,
        'filter[created_at][gte]': from.toISOString(),
        'filter[created_at][lt]': until.toISOString(),
        'page[number]': String(page),
        'page[size]': String(PAGE_SIZE),
        sort: 'created_at',
      }
      const { data, meta } = await client.call('GET', '/detail_records', Records, { query })
      found.push(...data)
      if (page >= meta.total_pages) return found
    }
  }

  return {
    name: 'telnyx',

    order: async ({ orderId, sending }) => {
      try {
        const [known] = await withTag(orderId)
        if (known) return known.id
        if (isUnanswered(sending.unansweredMs))
          throw new CarrierUnavailable('An eSIM was ordered without an answer and may still come')
        await sending.begin()
        const { data = [] } = await buy(orderId).catch(async (error: unknown) => {
          if (error instanceof TelnyxNotNow) await sending.undo()
          throw error
        })
        const bought = data.find((card) => hasTag(card, tagOf(orderId)))
        if (bought) return bought.id
      } catch (error) {
        if (!(error instanceof TelnyxRefused)) throw error
        throw new CarrierRefused('provisioning_failed', { cause: error })
      }
      throw new CarrierRefused('provisioning_failed')
    },

    look: async (reference) => {
      const card = await find(reference)
      return card ? reportOf(card) : { state: 'ended' }
    },

    suspend: (reference) => move(reference, 'disable', ['disabled', 'disabling']),
    resume: (reference) => move(reference, 'enable', ['enabled', 'enabling']),

    release: async ({ orderId, reference, unansweredMs = null }) => {
      // Searches by tag too: the reference is unknown if the response to an order was lost.
      const tagged = await withTag(orderId).catch((error: unknown) => Promise.reject(unexpected(error)))
      const ids = new Set(tagged.map(({ id }) => id))
      const known = reference === null ? null : await find(reference)
      if (known && !hasTag(known, tagOf(orderId)))
        throw new CarrierUnavailable(
          `The Telnyx SIM card ${known.id} is not tagged ${tagOf(orderId)}, so it is not deleted`,
        )
      if (known) ids.add(known.id)
      if (ids.size === 0 && reference === null && isUnanswered(unansweredMs)) return 'pending'
      for (const id of ids) await remove(id)
      return 'released'
    },

    activationCode: async (reference) => {
      if (!(await find(reference))) return null
      try {
        const { data } = await client.call('GET', `${pathOf(reference)}/activation_code`, Code)
        return data.activation_code ?? null
      } catch (error) {
        // The eSIM was installed already, or the card is no eSIM.
        if (error instanceof TelnyxRefused) return null
        throw error
      }
    },

    settledUntil: (now) => hourFloor(new Date(now.getTime() - RECORDS_LATE_MS)),

    usage: async (reference, from, until) => {
      if (!(await find(reference))) return []
      const found = await sessions(reference, from, until).catch((error: unknown) =>
        Promise.reject(unexpected(error)),
      )
      const byHour = new Map<number, number>()
      for (const { created_at: at, uplink_data: up, downlink_data: down } of found) {
        const hour = hourFloor(new Date(at)).getTime()
        byHour.set(hour, (byHour.get(hour) ?? 0) + ((up ?? 0) + (down ?? 0)) * KB_PER_MB)
      }
      return [...byHour]
        .toSorted(([one], [other]) => one - other)
        .map(([hour, kb]): HourUsage => ({
          hour: new Date(hour),
          calls: 0,
          voiceMinutes: 0,
          sms: 0,
          dataKb: Math.ceil(kb),
        }))
    },

    diagnose: async (reference, now): Promise<Measurement> => {
      const card = await find(reference)
      const logs = await client
        .call('GET', `${pathOf(reference)}/wireless_connectivity_logs`, Logs, {
          query: { 'page[size]': '1' },
        })
        .catch((error: unknown) => {
          if (isGone(error)) return { data: [] }
          throw unexpected(error)
        })
      const [log] = logs.data
      const lastSeen = log?.last_seen ? new Date(log.last_seen) : null
      const isUp = card?.live_data_session === 'connected'
      const isRecent = lastSeen !== null && now.getTime() - lastSeen.getTime() < SEEN_MS
      return {
        connectivity: isUp ? 'good' : isRecent ? 'fair' : 'none',
        // Telnyx measures neither signal nor speed.
        signalDbm: null,
        speedMbps: null,
        lastSeen,
        checks: [
          log
            ? {
                name: 'Network',
                outcome: 'pass',
                detail: `Registered${log.radio_access_technology ? ` over ${log.radio_access_technology}` : ''}.`,
              }
            : { name: 'Network', outcome: 'fail', detail: 'The eSIM has not been seen on a network yet.' },
          isUp
            ? { name: 'Data session', outcome: 'pass', detail: 'Connected.' }
            : { name: 'Data session', outcome: 'warning', detail: 'No data session is open.' },
        ],
      }
    },
  }
}
