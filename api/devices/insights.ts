import type { Pool, PoolClient } from 'pg'
import type * as z from 'zod/mini'
import { addDays, dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { Refusal } from '../../events/refusal.ts'
import type { AnswerInsightResult, DerivedInsight } from '../contract/device-usage.ts'
import { addActivity } from './activity.ts'
import { devicesOf } from './devices.ts'
import { daysMissing, HISTORY_DAYS, insightsOf, type ObservedLine } from './insights/rules.ts'
import { isInService } from './line.ts'
import { changeConfig, changePlan, command, ownDevice } from './orders.ts'
import { dailyUsage, serviceOf } from './usage.ts'
import { inTransaction } from '../database/database.ts'

export type Answered = z.infer<typeof AnswerInsightResult>
export type Answer = Answered['state']

export interface Insights {
  /** Insights that were not applied or dismissed, the largest saving first. */
  list(memberId: string): Promise<{
    readonly insights: readonly DerivedInsight[]
    readonly notEnough: readonly { readonly line: ObservedLine; readonly days: number }[]
  }>
  /**
   * Applies or dismisses an insight once; repeating the same answer returns the first result.
   * @throws {Refusal} `insight_not_found`, `already_answered` after the other answer, or a refusal of the action
   * itself. Nothing is changed then.
   */
  answer(memberId: string, insightId: string, answer: Answer): Promise<Answered>
}

/** Performs the insight's action; returns a sentence for the member. */
const act = async (
  client: PoolClient,
  memberId: string,
  insight: DerivedInsight,
  clock: Clock,
): Promise<string> => {
  const device = await ownDevice(client, memberId, insight.device_id)
  const { action, device_label: label } = insight
  switch (action.kind) {
    case 'change_plan':
      await changePlan(client, device, action.plan_type, clock())
      return `${label} is on the plan ${action.plan_name} now.`
    case 'suspend_device':
      await command(client, device, 'suspend', clock)
      return `${label} is being suspended.`
    case 'enable_alerts':
      await changeConfig(client, device, { data_limit_alerts: true, usage_notifications: true })
      return `${label} warns at 80% and 95% of its allowances now.`
    case 'disable_hotspot':
      await changeConfig(client, device, { hotspot_enabled: false })
      return `The hotspot of ${label} is off now.`
    case 'note':
      return `Noted: ${insight.recommendation}`
    default:
      return action satisfies never
  }
}

const ANSWERS = `select answer, message from app.telecom_insight_answer where member_id = $1 and insight_id = $2`
const STORE_ANSWER = `
  insert into app.telecom_insight_answer (member_id, insight_id, answer, message, answered_at)
  values ($1, $2, $3, $4, $5) on conflict do nothing`

export const createInsights = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Insights => {
  /** The member's lines in service, as input of the rules. */
  const observed = async (memberId: string): Promise<readonly ObservedLine[]> => {
    const devices = (await devicesOf(pool, memberId)).filter(({ line }) => isInService(line))
    const ids = devices.map(({ id }) => id)
    const today = dayOf(clock())
    const [days, service] = await Promise.all([
      dailyUsage(pool, ids, addDays(today, -HISTORY_DAYS - 1), today),
      serviceOf(pool, ids),
    ])
    const daysOf = Map.groupBy(days, ({ deviceId }) => deviceId)
    const stretchesOf = Map.groupBy(service, ({ deviceId }) => deviceId)
    return devices.flatMap(({ id, label, plan, config }): ObservedLine[] => {
      const stretches = stretchesOf.get(id) ?? []
      const meteredUntil = stretches.at(-1)?.meteredUntil
      return meteredUntil === undefined
        ? []
        : [
            {
              deviceId: id,
              label,
              plan,
              config,
              service: stretches,
              meteredUntil,
              days: daysOf.get(id) ?? [],
            },
          ]
    })
  }

  const list: Insights['list'] = async (memberId) => {
    const lines = await observed(memberId)
    const all = lines.flatMap(insightsOf)
    const { rows } = await pool.query<{ readonly insight_id: string }>({
      name: 'telecom-answered',
      text: `select insight_id from app.telecom_insight_answer
        where member_id = $1 and insight_id = any($2::uuid[])`,
      values: [memberId, all.map(({ id }) => id)],
    })
    const answered = new Set(rows.map(({ insight_id: id }) => id))
    return {
      insights: all
        .filter(({ id }) => !answered.has(id))
        .toSorted(
          (one, other) =>
            other.potential_savings_cents - one.potential_savings_cents ||
            other.confidence_score - one.confidence_score ||
            one.id.localeCompare(other.id),
        ),
      notEnough: lines.map((line) => ({ line, days: daysMissing(line) })).filter(({ days }) => days > 0),
    }
  }

  const before = async (memberId: string, insightId: string): Promise<Answered | null> => {
    const { rows } = await pool.query<{ readonly answer: Answer; readonly message: string }>(ANSWERS, [
      memberId,
      insightId,
    ])
    return rows[0] ? { insight_id: insightId, state: rows[0].answer, message: rows[0].message } : null
  }

  const settled = (known: Answered, answer: Answer): Answered => {
    if (known.state === answer) return known
    throw new Refusal('already_answered', `This recommendation was ${known.state} before.`)
  }

  return {
    list,
    answer: async (memberId, insightId, answer) => {
      const known = await before(memberId, insightId)
      if (known) return settled(known, answer)
      const { insights } = await list(memberId)
      const insight = insights.find(({ id }) => id === insightId)
      const done = insight
        ? await inTransaction(pool, async (client) => {
            // Locks the device first, so that of two concurrent answers the second waits and finds the first.
            await ownDevice(client, memberId, insight.device_id)
            const { rows } = await client.query<{ readonly answer: Answer }>(ANSWERS, [memberId, insightId])
            if (rows.length > 0) return null
            const message =
              answer === 'applied'
                ? await act(client, memberId, insight, clock)
                : 'It will not be shown again.'
            await client.query(STORE_ANSWER, [memberId, insightId, answer, message, clock()])
            const fact =
              answer === 'applied'
                ? ({ kind: 'insight_applied', message } as const)
                : ({ kind: 'insight_dismissed', recommendation: insight.recommendation } as const)
            const { device_id: deviceId, device_label: label } = insight
            await addActivity(client, [{ memberId, deviceId, label, fact, at: clock() }])
            return { insight_id: insightId, state: answer, message }
          })
        : null
      if (done) return done
      // Answered by a concurrent request, or unknown.
      const meanwhile = await before(memberId, insightId)
      if (meanwhile) return settled(meanwhile, answer)
      throw new Refusal('insight_not_found', 'There is no such recommendation any more.')
    },
  }
}
