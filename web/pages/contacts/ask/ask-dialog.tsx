import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { firstCharacters } from '../../../../api/contract/characters.ts'
import { MESSAGE_MAX } from '../../../../api/contract/fields.ts'
import { personText } from '../../../../api/contract/person.ts'
import { requestOperations } from '../../../../api/contract/requests.ts'
import { call } from '../../../data/client.ts'
import { sentenceOf } from '../../../data/errors.ts'
import { refreshRequests } from '../../../data/requests.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { AmountField } from '../../../ui/amount-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { formatMoney } from '../../../texts/money.ts'
import { t } from '../../../texts/texts.ts'
import { type Asked, keyOf } from './asked.ts'
import { PeopleField } from './people-field.tsx'
import { evenShare } from './shares.ts'

/** What came of asking one of them: whom the server found and asked, or why not, in a sentence. */
type Outcome = { readonly asked: string } | { readonly refused: string }

/**
 * Asks several people for the same amount of dollars, one request each. `share_cents`: an amount to share with them
 * evenly. Each request keeps its key while the dialog is open, so that trying again asks nobody twice.
 */
export default function AskDialog({
  share_cents: shared,
  about = '',
  people = [],
  onClose,
}: {
  share_cents?: bigint | undefined
  /** The first words of the message. */
  about?: string
  people?: readonly Asked[]
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(people)
  const [typed, setTyped] = useState<string | null>(null)
  const [message, setMessage] = useState(firstCharacters(about, MESSAGE_MAX))
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const amountField = useRef<HTMLInputElement>(null)
  const keys = useRef(new Map<string, string>())
  const attempt = useAttempt()
  const amount = typed ?? (shared === undefined ? '' : evenShare(shared, chosen.length))
  const begun = outcomes.size > 0
  const outcomeOf = (one: Asked) => outcomes.get(keyOf(one))
  const open = chosen.filter((one) => !isAsked(outcomeOf(one)))
  const body = (one: Asked) => ({ from_user_identifier: one.identifier, amount, message })
  const valid =
    open.length > 0 &&
    open.every((one) => requestOperations.requestTransfer.body.safeParse(body(one)).success)
  const ask = async (one: Asked): Promise<Outcome> => {
    const idempotencyKey = keys.current.get(keyOf(one)) ?? crypto.randomUUID()
    keys.current.set(keyOf(one), idempotencyKey)
    try {
      const { data } = await call(requestOperations.requestTransfer, { body: body(one), idempotencyKey })
      return { asked: data.payer === undefined ? one.name : personText(data.payer) }
    } catch (error) {
      return { refused: sentenceOf(error, t('Something went wrong. Please try again.')) }
    }
  }
  const askAll = async () => {
    for (const one of open) {
      const outcome = await ask(one)
      setOutcomes((before) => new Map([...before, [keyOf(one), outcome]]))
    }
    refreshRequests()
  }
  return (
    <FormDialog
      title={t('Split a bill')}
      description={t('Each gets a request of their own and can approve or decline it.')}
      verb={
        begun
          ? t('Try again')
          : t('{count, plural, one {Ask # person} other {Ask # people}}', { count: chosen.length })
      }
      back={begun ? t('Done') : t('Cancel')}
      attempt={attempt}
      ready={begun && open.length === 0 ? null : valid}
      onSubmit={() => void attempt.run(askAll)}
      onClose={onClose}
    >
      {begun ? (
        <ul aria-label={t('Whom to ask')} className="grid divide-y divide-line">
          {chosen.map((one) => (
            <OutcomeLine key={keyOf(one)} name={one.name} amount={amount} outcome={outcomeOf(one)} />
          ))}
        </ul>
      ) : (
        <>
          <PeopleField chosen={chosen} onChange={setChosen} onNamed={() => amountField.current?.focus()} />
          <AmountField
            ref={amountField}
            label={t('Amount for each')}
            currency="USD"
            value={amount}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <TextArea
            label={t('Message (optional)')}
            text={message}
            limit={MESSAGE_MAX}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}

const isAsked = (outcome: Outcome | undefined): outcome is { readonly asked: string } =>
  outcome !== undefined && 'asked' in outcome

function OutcomeLine({
  name,
  amount,
  outcome,
}: {
  name: string
  amount: string
  outcome: Outcome | undefined
}) {
  const asked = isAsked(outcome)
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <span className="min-w-0">
        <bdi translate="yes" className="font-semibold wrap-anywhere">
          {asked ? outcome.asked : name}
        </bdi>
        {outcome !== undefined && !asked && (
          <span className="block text-sm text-debit">{outcome.refused}</span>
        )}
      </span>
      <output className="flex shrink-0 items-center gap-1.5 text-sm font-semibold text-credit">
        {asked && (
          <>
            <Check className="size-4" />
            {t('Asked for {amount}', { amount: formatMoney(amount, 'USD') })}
          </>
        )}
      </output>
    </li>
  )
}
