import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { insightsOf, type ObservedLine } from '../../../../api/devices/insights/rules.ts'
import { daysFrom } from '../../../../api/devices/cycle.ts'
import { readCatalogue } from '../../../../web/locales/catalogue.ts'
import { evidenceText } from '../../../../web/pages/devices/format.ts'
import { setLanguage } from '../../../../web/texts/texts.ts'
import { translateServerText } from '../../../../web/texts/translate-server-text.ts'

afterEach(() => setLanguage('en', 'en-US', {}))

const DAYS = daysFrom('2026-10-01', '2026-11-21')
/** A line with this usage in MB on each day. */
const line = (plan: ObservedLine['plan'], mbOf: (day: string) => number, days = DAYS): ObservedLine => ({
  deviceId: '11111111-1111-4111-8111-111111111111',
  label: 'Handy',
  plan,
  config: { data_limit_alerts: true, usage_notifications: true, hotspot_enabled: true },
  service: [{ from: new Date('2026-10-01T10:00:00Z'), until: null }],
  meteredUntil: new Date('2026-11-21T12:00:00Z'),
  days: days.map((day) => ({ day, voiceMinutes: 10, sms: 5, dataKb: mbOf(day) * 1_024 })),
})
/** Lines for which each rule has a finding. */
const LINES = [
  line('unlimited', () => 200),
  line('standard', () => 420),
  line('standard', (day) => (day === '2026-11-20' ? 1_500 : 150)),
  line('standard', () => 0, []),
]

test('what insights say and rest upon is said in German, but for figures and names', async () => {
  const catalogue = await readCatalogue(path.resolve(import.meta.dirname, '../../../../web/locales/de'))
  setLanguage('de', 'de-DE', Object.fromEntries(catalogue))
  const shown = LINES.flatMap(insightsOf).flatMap(({ recommendation, action_label, evidence }) => [
    translateServerText(recommendation),
    translateServerText(action_label),
    ...evidence.flatMap(({ label, value }) => [evidenceText(label), evidenceText(value)]),
  ])
  expect(shown.filter((text) => /\b(?:to|of|the|in a|days?|usual|cost|messages?)\b/i.test(text))).toEqual([])
  expect(shown).toEqual(
    expect.arrayContaining([
      'Telefonie im Monat',
      'Kosten mit Standard',
      'Daten bis Monatsende',
      '20. November',
      'Tage ohne Nutzung',
    ]),
  )
})
