import { CLOSED_TRAIL_DAYS } from '../../../api/contract/security.ts'
import type { Closing } from '../../../api/contract/profile.ts'
import { personText } from '../../../api/contract/person.ts'
import type { SavedBankAccount } from '../../../api/contract/withdrawals.ts'
import { accountText } from '../../parts/account-text.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { exactDollars, formatMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { ProblemLine } from '../../ui/problem.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { calendarDate, exactTime } from '../../ui/time-format.ts'
import { waitsIn } from './closing-words.ts'
import type { TokenWish } from './token-wishes.ts'

const isSome = (amount: string | undefined): amount is string => Number(amount ?? 0) > 0

/** What happens, in which order and when. */
export function ClosingPlan({ closing }: { closing: Closing }) {
  const { owed_usd: owed, payout_usd: payout, day, in_parts: inParts } = closing
  const waits = waitsIn(closing)
  return (
    <>
      <p>
        {t(
          'Your name, e-mail address, profile, contacts, devices and messages are erased and your credentials revoked. Nobody can undo this. The ledger keeps its amounts under a number that no longer leads to you.',
        )}
      </p>
      <p>
        {t(
          'For {days} days our operator can still see when and on which kind of device the account was used, and the last digits of its bank accounts, so that a theft can be followed.',
          { days: String(CLOSED_TRAIL_DAYS) },
        )}
      </p>
      <Facts label={t('What happens')}>
        {isSome(owed) && <Fact name={t('Paid first: what you owe')}>{exactDollars(owed)}</Fact>}
        {isSome(payout) && <Fact name={t('Paid to your bank account')}>{exactDollars(payout)}</Fact>}
        <Fact name={t('The account is closed')}>
          {typeof day === 'string'
            ? t('{day} or soon after', { day: calendarDate(day) })
            : isSome(payout) || waits.length > 0
              ? t('as soon as the bank has the payment')
              : t('at once')}
        </Fact>
      </Facts>
      {inParts === true && (
        <p>{t('Less may leave your wallet in a day, so it goes in several payments, day by day.')}</p>
      )}
      {waits.length > 0 && (
        <Banner title={t('Your account is closing until then')}>
          <ul className="mt-1 list-disc ps-5">
            {waits.map(({ message }) => (
              <li key={message}>{translateServerText(message)}</li>
            ))}
          </ul>
          <p className="mt-1">
            {t('Nothing moves meanwhile but what you owe and the last payment. You can stop it until then.')}
          </p>
        </Banner>
      )}
    </>
  )
}

/** To which of the saved accounts the dollars go. */
export function AccountForPayout({
  accounts,
  problem,
  onChoose,
}: {
  accounts: readonly SavedBankAccount[] | null
  problem: string | undefined
  onChoose: (id: string) => void
}) {
  return (
    <div className="grid gap-1.5">
      {accounts !== null && accounts.length > 0 ? (
        <Choice
          legend={t('Your money goes to')}
          name="bank_account_id"
          stacked
          options={accounts.map((account) => ({
            value: account.id,
            label: accountText(account),
            ...(account.state === 'waiting' && {
              disabled: true,
              detail: t('new: can be paid to from {from} on', {
                from: exactTime(Date.parse(account.usable_from)),
              }),
            }),
          }))}
          onChange={({ target }) => onChoose(target.value)}
        />
      ) : (
        <p>
          {t(
            'Your money goes to a bank account of yours. Save one first: begin a withdrawal and add it there.',
          )}{' '}
          <ButtonLink variant="secondary" size="sm" to="/wallet?withdraw=">
            {t('Add a bank account')}
          </ButtonLink>
        </p>
      )}
      <ProblemLine>{problem ?? null}</ProblemLine>
    </div>
  )
}

/** What becomes of tokens: sent to a member, or given up. */
export function TokenChoice({
  currency,
  amount,
  wish,
  problem,
  onWish,
}: {
  currency: 'USDC' | 'YUT'
  amount: string
  wish: TokenWish | undefined
  problem: string | undefined
  onWish: (wish: TokenWish) => void
}) {
  return (
    <div className="grid gap-3">
      <Choice
        legend={t('{amount}, which no bank takes', { amount: formatMoney(amount, currency) })}
        name={currency}
        stacked
        options={[
          { value: 'send', label: t('Send it to a member') },
          {
            value: 'give_up',
            label: t('Give it up'),
            detail: t('It is gone for good, and nothing is paid for it.'),
          },
        ]}
        onChange={({ target }) =>
          onWish(target.value === 'send' ? { kind: 'send', to: '', payee: null } : { kind: 'give_up' })
        }
      />
      {wish?.kind === 'send' ? (
        <>
          <TextField
            label={t('Handle or e-mail address of the member')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={wish.to}
            error={problem}
            onChange={({ target }) => onWish({ kind: 'send', to: target.value, payee: null })}
          />
          <output className="font-semibold">
            {wish.payee !== null && t('It goes to {name}.', { name: personText(wish.payee) })}
          </output>
        </>
      ) : (
        <ProblemLine>{problem ?? null}</ProblemLine>
      )}
    </div>
  )
}
