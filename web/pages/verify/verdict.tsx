import { clsx } from 'clsx'
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import type { Check, CheckName, ReceiptVerdict } from '../../../api/contract/receipt-check.ts'
import { Banner } from '../../ui/banner.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { exactTime } from '../../ui/time-format.ts'
import { isWitnessMissing, type Checked } from './check-receipt.ts'
import { factsOfEvent, idsOfEvent, titleOfEvent } from './event-words.ts'
import { t } from '../../texts/texts.ts'
import { number } from '../../texts/numbers.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

const CHECKS: Readonly<Record<CheckName, { readonly title: string; readonly means: string }>> = {
  form: {
    title: t('The file is whole'),
    means: t('A receipt can be written in one way only. A character too many or too few would show.'),
  },
  event: {
    title: t('It tells of one event'),
    means: t('What happened stands in the receipt itself, in the very bytes that were sealed.'),
  },
  checkpoint: {
    title: t('The log has signed for it'),
    means: t(
      'The checkpoint, the size and fingerprint of the whole log, has a good signature of a log key you trust.',
    ),
  },
  inclusion: {
    title: t('The event is in the log'),
    means: t('Hashing the event up along its path gives exactly the fingerprint that was signed.'),
  },
  witness: {
    title: t('A witness has signed too'),
    means: t(
      'Somebody else saw the same log, and that it had only grown. So the log cannot show others another one.',
    ),
  },
}

const LOOKS = {
  passed: { Icon: CircleCheck, ink: 'text-credit', word: t('Passed') },
  failed: { Icon: CircleX, ink: 'text-debit', word: t('Failed') },
  skipped: { Icon: CircleMinus, ink: 'text-muted', word: t('Not checked') },
} as const

function CheckLine({ check }: { check: Check }) {
  const { title, means } = CHECKS[check.name]
  const { Icon, ink, word } = LOOKS[check.state]
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon className={clsx('mt-0.5 size-5 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
          {title}
          <span className={clsx('text-sm', ink)}>{word}</span>
        </p>
        <p className="text-[0.9375rem] wrap-anywhere">{translateServerText(check.note)}</p>
        <p className="text-sm text-muted">{means}</p>
      </div>
    </li>
  )
}

/** The overall conclusion. */
function Conclusion({ verdict }: { verdict: ReceiptVerdict }) {
  const failed = verdict.checks.find(({ state }) => state === 'failed')
  const note =
    failed === undefined ? t('It could not be checked to the end.') : translateServerText(failed.note)
  if (isWitnessMissing(verdict))
    return (
      <Banner tone="warning" live="alert" title={t('Not proven: a witness is missing')}>
        {t(
          '{note} Anyone with the log’s key could have made this alone. If the event is recent, get its receipt again in a moment.',
          { note },
        )}
      </Banner>
    )
  if (!verdict.ok)
    return (
      <Banner tone="debit" live="alert" title={t('This receipt does not hold')}>
        {t('{note} Do not rely on it.', { note })}
      </Banner>
    )
  if (verdict.witnesses.signed.length === 0)
    return (
      <Banner tone="warning" live="status" title={t('Signed by the log alone')}>
        {t('The log has signed for this event. Anyone with the log’s key could have made this alone.')}
      </Banner>
    )
  return (
    <Banner tone="credit" live="status" title={t('This receipt is genuine')}>
      {t('This event is in the log, unchanged, and a witness has seen the log.')}
    </Banner>
  )
}

function ReceiptClaims({ verdict }: { verdict: ReceiptVerdict }) {
  const { event, index, checkpoint, witnesses } = verdict
  if (!event || index === null || !checkpoint) return null
  return (
    <section aria-label={verdict.ok ? t('What the receipt proves') : t('What the receipt claims')}>
      <h3 className="mb-1 font-bold">{verdict.ok ? t('What it proves') : t('What it claims')}</h3>
      <Facts>
        <Fact name={t('What')}>{titleOfEvent(event.type)}</Fact>
        {factsOfEvent(event).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name={t('Recorded')}>{timeText(event.recordedAt)}</Fact>
        <Fact name={t('Place in the log')}>
          {t('{index} of {size}', {
            index: number(index + 1),
            size: number(checkpoint.size),
          })}
        </Fact>
        {idsOfEvent(event).map(([name, id]) => (
          <Fact key={name} name={name}>
            {id}
          </Fact>
        ))}
        <Fact name={t('Event')}>{event.id}</Fact>
        <Fact name={t('Log')}>{checkpoint.origin}</Fact>
        {witnesses.signed.map(({ name, at }) => (
          <Fact key={name} name={t('Witness')}>
            {t('{name} signed, {time}', { name, time: timeText(at) })}
          </Fact>
        ))}
        {witnesses.missing.map((name) => (
          <Fact key={name} name={t('Witness')}>
            {t('{name} has not signed', { name })}
          </Fact>
        ))}
        {witnesses.unknown.map((name) => (
          <Fact key={name} name={t('Witness')}>
            {t('{name}: key unknown, not counted', { name })}
          </Fact>
        ))}
      </Facts>
    </section>
  )
}

const timeText = (iso: string): string => {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? iso : exactTime(at)
}

/** Result of a receipt's verification: the conclusion, each check with its reason, and the event's content. */
export function Verdict({ checked }: { checked: Checked }) {
  if (checked.kind === 'unsupported')
    return (
      <Banner tone="warning" live="alert" title={t('This browser cannot check receipts')}>
        {t(
          'It does not know Ed25519 signatures, or this page was not opened by a secure address. Use a newer browser: Chrome 137, Firefox 129, Safari 17 or later. Nothing is wrong with the receipt because of that.',
        )}
      </Banner>
    )
  const { verdict } = checked
  return (
    <div className="grid gap-5">
      <Conclusion verdict={verdict} />
      <ReceiptClaims verdict={verdict} />
      <section>
        <h3 className="font-bold">{t('What was checked')}</h3>
        <ul aria-label={t('Checks')} className="grid divide-y divide-line">
          {verdict.checks.map((check) => (
            <CheckLine key={check.name} check={check} />
          ))}
        </ul>
      </section>
    </div>
  )
}
