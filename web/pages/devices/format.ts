import { dollars } from '../../texts/money.ts'
import { type Allowance, DEFAULT_MONTHLY_COST_CENTS } from '../../../api/contract/devices.ts'
import type { Tone } from '../../ui/badge.tsx'
import { t } from '../../texts/texts.ts'
import { number } from '../../texts/numbers.ts'
import { told } from '../../texts/told.ts'
import { valueOf } from '../../texts/values.ts'

const MB_PER_GB = 1024

/** What a plan costs a month; where that isn't known, $35.00. */
export const monthlyCost = (cents: number | null | undefined): string =>
  dollars(cents ?? DEFAULT_MONTHLY_COST_CENTS)

const counted = (count: number): string => number(count, { maximumFractionDigits: 1 })

/** MB, and from 1024 on GB with one decimal. */
export const dataText = (mb: Allowance): string => {
  if (mb === 'unlimited') return t('Unlimited')
  return mb >= MB_PER_GB
    ? t('{mb} GB', {
        mb: number(mb / MB_PER_GB, {
          minimumFractionDigits: 1,
          maximumFractionDigits: 1,
          useGrouping: false,
        }),
      })
    : t('{mb} MB', { mb: counted(mb) })
}

export const voiceText = (minutes: Allowance): string =>
  minutes === 'unlimited' ? t('Unlimited') : t('{minutes} min', { minutes: counted(minutes) })

/** A number without its unit, where the name says it. */
export const countText = (count: Allowance): string =>
  count === 'unlimited' ? t('Unlimited') : counted(count)

export const smsText = (messages: Allowance): string =>
  messages === 'unlimited' ? t('Unlimited') : t('{messages} SMS', { messages: counted(messages) })

/**
 * The part of an allowance that is used, in whole percent, rounded down so that it never claims a threshold
 * that isn't reached; 0 where there is no limit. Exact to a tenth of a unit, as usage is metered.
 */
export const percentUsed = (used: number, allowance: Allowance): number => {
  if (allowance === 'unlimited') return 0
  const tenths = Math.round(used * 10)
  if (allowance <= 0) return tenths > 0 ? 100 : 0
  return Math.floor((tenths * 10) / allowance)
}

/** Red from 90 % on, yellow from 70 % on, else green. */
export const usageTone = (percent: number): Tone =>
  percent >= 90 ? 'debit' : percent >= 70 ? 'warning' : 'credit'

/** Said beside the bar, whose colour alone says nothing. */
export const usageWord = (percent: number): string =>
  percent >= 90 ? t('Almost used up') : percent >= 70 ? t('Running low') : t('Plenty left')

/** A score from 0 to 1 in whole percent, rounded down for the same reason as usage. */
export const confidencePercent = (score: number): number => Math.floor(Math.round(score * 1000) / 10)

/** Green from 0.8 on, yellow below. */
export const confidenceTone = (score: number): Tone => (score >= 0.8 ? 'credit' : 'warning')

/** What a recommendation rests on, as the server says it: the name of something, or how much there is of it. */
export const evidenceText = (text: string): string => valueOf(text) ?? told(text)

export const signalText = (dbm: number | null): string =>
  dbm === null ? t('No signal') : t('{dbm} dBm', { dbm })
export const speedText = (mbps: number | null): string =>
  mbps === null ? t('No data') : t('{mbps} Mbps', { mbps: counted(mbps) })
