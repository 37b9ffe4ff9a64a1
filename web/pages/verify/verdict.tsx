import { clsx } from 'clsx'
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import type { Check, CheckName, ReceiptVerdict } from '../../../api/contract/receipt-check.ts'
import { Banner } from '../../ui/banner.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { exactTime } from '../../ui/time-format.ts'
import type { Checked } from './check-receipt.ts'
import { factsOfEvent, idsOfEvent, titleOfEvent } from './event-words.ts'

const CHECKS: Readonly<Record<CheckName, { readonly title: string; readonly means: string }>> = {
  form: {
    title: 'The file is whole',
    means: 'A receipt can be written in one way only. A character too many or too few would show.',
  },
  event: {
    title: 'It tells of one event',
    means: 'What happened stands in the receipt itself, in the very bytes that were sealed.',
  },
  checkpoint: {
    title: 'The log has signed for it',
    means:
      'The checkpoint, the size and fingerprint of the whole log, has a good signature of a log key you trust.',
  },
  inclusion: {
    title: 'The event is in the log',
    means: 'Hashing the event up along its path gives exactly the fingerprint that was signed.',
  },
  witness: {
    title: 'A witness has signed too',
    means:
      'Somebody else saw the same log, and that it had only grown. So the log cannot show others another one.',
  },
}

const LOOKS = {
  passed: { Icon: CircleCheck, ink: 'text-credit', word: 'Passed' },
  failed: { Icon: CircleX, ink: 'text-debit', word: 'Failed' },
  skipped: { Icon: CircleMinus, ink: 'text-muted', word: 'Not checked' },
} as const

function CheckLine({ check }: { check: Check }) {
  const { title, means } = CHECKS[check.name]
  const { Icon, ink, word } = LOOKS[check.state]
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden="true" className={clsx('mt-0.5 size-5 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
          {title}
          <span className={clsx('text-sm', ink)}>{word}</span>
        </p>
        <p className="text-[0.9375rem] wrap-anywhere">{check.note}</p>
        <p className="text-sm text-muted">{means}</p>
      </div>
    </li>
  )
}

/** The one sentence that matters. */
function Conclusion({ verdict }: { verdict: ReceiptVerdict }) {
  if (!verdict.ok) {
    const failed = verdict.checks.find(({ state }) => state === 'failed')
    return (
      <Banner tone="debit" live="alert" title="This receipt does not hold">
        {failed?.note ?? 'It could not be checked to the end.'} Do not rely on it.
      </Banner>
    )
  }
  if (verdict.witnesses.length === 0)
    return (
      <Banner tone="warning" live="status" title="This receipt is genuine, without a witness">
        The log has signed for this event. No signature of a witness confirms yet that everybody is shown this
        log.
      </Banner>
    )
  return (
    <Banner tone="credit" live="status" title="This receipt is genuine">
      This event is in the log, unchanged, and a witness has seen the log.
    </Banner>
  )
}

function Told({ verdict }: { verdict: ReceiptVerdict }) {
  const { event, index, checkpoint, witnesses } = verdict
  if (!event || index === null || !checkpoint) return null
  return (
    <section aria-label={verdict.ok ? 'What the receipt proves' : 'What the receipt claims'}>
      <h3 className="mb-1 font-bold">{verdict.ok ? 'What it proves' : 'What it claims'}</h3>
      <Facts>
        <Fact name="What">{titleOfEvent(event.type)}</Fact>
        {factsOfEvent(event).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name="Recorded">{timeText(event.recordedAt)}</Fact>
        <Fact name="Place in the log">
          {(index + 1).toLocaleString('en-US')} of {checkpoint.size.toLocaleString('en-US')}
        </Fact>
        {idsOfEvent(event).map(([name, id]) => (
          <Fact key={name} name={name}>
            {id}
          </Fact>
        ))}
        <Fact name="Event">{event.id}</Fact>
        <Fact name="Log">{checkpoint.origin}</Fact>
        {witnesses.map(({ name, at }) => (
          <Fact key={name} name="Witness">
            {name}, {timeText(at)}
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

/** What was found of a receipt: the verdict, every check with its reason, and what the event says. */
export function Verdict({ checked }: { checked: Checked }) {
  if (checked.kind === 'unsupported')
    return (
      <Banner tone="warning" live="alert" title="This browser cannot check receipts">
        It does not know Ed25519 signatures, or this page was not opened by a secure address. Use a newer
        browser: Chrome 137, Firefox 129, Safari 17 or later. Nothing is wrong with the receipt because of
        that.
      </Banner>
    )
  const { verdict } = checked
  return (
    <div className="grid gap-5">
      <Conclusion verdict={verdict} />
      <Told verdict={verdict} />
      <section>
        <h3 className="font-bold">What was checked</h3>
        <ul aria-label="Checks" className="grid divide-y divide-line">
          {verdict.checks.map((check) => (
            <CheckLine key={check.name} check={check} />
          ))}
        </ul>
      </section>
    </div>
  )
}
