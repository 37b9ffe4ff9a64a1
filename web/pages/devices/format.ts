import { dollars } from '../../texts/money.ts'
import { type Allowance, DEFAULT_MONTHLY_COST_CENTS } from '../../../api/contract/devices.ts'
import type { Tone } from '../../ui/badge.tsx'
import { t } from '../../texts/texts.ts'
import { number } from '../../texts/numbers.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'
import { valueOf } from '../../texts/values.ts'

const MB_PER_GB = 1024

/** Monthly cost of a plan; $35.00 when unknown. */
export const monthlyCost = (cents: number | null | undefined): string =>
  dollars(cents ?? DEFAULT_MONTHLY_COST_CENTS)

const counted = (count: number): string => number(count, { maximumFractionDigits: 1 })

/** In MB; from 1024 MB in GB with one decimal. */
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

/** A number without its unit, for labels that state the unit. */
export const countText = (count: Allowance): string =>
  count === 'unlimited' ? t('Unlimited') : counted(count)

export const smsText = (messages: Allowance): string =>
  messages === 'unlimited' ? t('Unlimited') : t('{messages} SMS', { messages: counted(messages) })

/**
 * The used part of an allowance in whole percent, rounded down so that it never shows a threshold that is not
 * reached; 0 for an unlimited one. Usage is metered in tenths of a unit and computed exactly.
 */
export const percentUsed = (used: number, allowance: Allowance): number => {
  if (allowance === 'unlimited') return 0
  const tenths = Math.round(used * 10)
  if (allowance <= 0) return tenths > 0 ? 100 : 0
  return Math.floor((tenths * 10) / allowance)
}

/** Red from 90 %, yellow from 70 %, else green. */
export const usageTone = (percent: number): Tone =>
  percent >= 90 ? 'debit' : percent >= 70 ? 'warning' : 'credit'

/** Label beside the usage bar, so that the meaning does not depend on its colour. */
export const usageWord = (percent: number): string =>
  percent >= 90 ? t('Almost used up') : percent >= 70 ? t('Running low') : t('Plenty left')

/** A score from 0 to 1 in whole percent, rounded down like `percentUsed`. */
export const confidencePercent = (score: number): number => Math.floor(Math.round(score * 1000) / 10)

/** Green from 0.8, yellow below. */
export const confidenceTone = (score: number): Tone => (score >= 0.8 ? 'credit' : 'warning')

/** Evidence of a recommendation, translated from the server's text: a known value or a sentence. */
export const evidenceText = (text: string): string => valueOf(text) ?? translateServerText(text)

export const signalText = (dbm: number | null): string =>
  dbm === null ? t('No signal') : t('{dbm} dBm', { dbm })
export const speedText = (mbps: number | null): string =>
  mbps === null ? t('No data') : t('{mbps} Mbps', { mbps: counted(mbps) })
