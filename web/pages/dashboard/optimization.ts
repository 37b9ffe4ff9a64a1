import type { Insight } from '../../../api/contract/device-usage.ts'
import type { Insights } from '../../data/devices.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Text of the optimization panel, and the insight that its button applies; null when there is none. */
interface Optimization {
  readonly insight: Insight | null
  readonly title: string
  readonly text: string
}

/** The first insight, which has the largest saving; without insights, the reason why there are none. */
export const optimizationOf = ({ insights, not_enough_data: tooNew }: Insights): Optimization => {
  const [insight] = insights
  if (insight !== undefined)
    return { insight, title: insight.device_label, text: translateServerText(insight.recommendation) }
  const [waiting] = tooNew
  if (waiting === undefined)
    return {
      insight: null,
      title: t('Nothing to optimize'),
      text: t(
        'No saving is left on your telecom plans. As your usage changes, what could be better shows here.',
      ),
    }
  const { device_label: label, days_missing: days } = waiting
  return {
    insight: null,
    title: t('Not enough data yet'),
    text: t(
      '{label}: {days} more {days, plural, one {day} other {days}} of usage needed before anything can be recommended.',
      { label, days },
    ),
  }
}
