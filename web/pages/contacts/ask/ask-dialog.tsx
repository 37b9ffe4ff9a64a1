import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { firstCharacters } from '../../../../api/contract/characters.ts'
import { MESSAGE_MAX } from '../../../../api/contract/fields.ts'
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
import type { Asked } from './asked.ts'
import { PeopleField } from './people-field.tsx'
import { evenShare } from './shares.ts'

/** What came of asking one of them: `null`, asked; else why not, in a sentence. */
type Outcomes = ReadonlyMap<string, string | null>

/**
 * Asks several contacts for the same amount of dollars, one request each. `share_cents`: an amount to share with them
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
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const keys = useRef(new Map<string, string>())
  const attempt = useAttempt()
  const amount = typed ?? (shared === undefined ? '' : evenShare(shared, chosen.length))
  const begun = outcomes.size > 0
  const open = chosen.filter(({ id }) => outcomes.get(id) !== null)
  const body = (one: Asked) => ({ from_user_identifier: one.handle, amount, message })
  const valid =
    open.length > 0 &&
    open.every((one) => requestOperations.requestTransfer.body.safeParse(body(one)).success)
  const ask = async (one: Asked): Promise<string | null> => {
    const idempotencyKey = keys.current.get(one.id) ?? crypto.randomUUID()
    keys.current.set(one.id, idempotencyKey)
    try {
      await call(requestOperations.requestTransfer, { body: body(one), idempotencyKey })
      return null
    } catch (error) {
      return sentenceOf(error, t('Something went wrong. Please try again.'))
    }
  }
  const askAll = async () => {
    for (const one of open) {
      const outcome = await ask(one)
      setOutcomes((before) => new Map([...before, [one.id, outcome]]))
    }
    refreshRequests()
  }
  return (
    <FormDialog
      title={t('Ask Together')}
      description={t('Each gets a request of their own and can approve or decline it.')}
      verb={begun ? t('Try again') : t('Ask {count} people', { count: chosen.length })}
      back={begun ? t('Done') : t('Cancel')}
      attempt={attempt}
      ready={begun && open.length === 0 ? null : valid}
      onSubmit={() => void attempt.run(askAll)}
      onClose={onClose}
    >
      {begun ? (
        <ul aria-label={t('Whom to ask')} className="grid divide-y divide-line">
          {chosen.map(({ id, name }) => (
            <Outcome key={id} name={name} amount={amount} outcome={outcomes.get(id)} />
          ))}
        </ul>
      ) : (
        <>
          <PeopleField chosen={chosen} onChange={setChosen} />
          <AmountField
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

function Outcome({
  name,
  amount,
  outcome,
}: {
  name: string
  amount: string
  outcome: string | null | undefined
}) {
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <span className="min-w-0">
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        {typeof outcome === 'string' && <span className="block text-sm text-debit">{outcome}</span>}
      </span>
      <output className="flex shrink-0 items-center gap-1.5 text-sm font-semibold text-credit">
        {outcome === null && (
          <>
            <Check className="size-4" />
            {t('Asked for {amount}', { amount: formatMoney(amount, 'USD') })}
          </>
        )}
      </output>
    </li>
  )
}
