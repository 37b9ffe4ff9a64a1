import {
  DEPOSIT_CENTS,
  NEW_BANK_ACCOUNT_HOURS,
  PENDING_REQUESTS,
  POOL_CENTS,
  RAISE_WAIT_HOURS,
  REQUEST_CENTS,
  REVERSIBLE_CENTS_MAX,
  REVERSIBLE_DAYS,
  REVIEW,
  SAVED_BANK_ACCOUNTS_MAX,
  SEND_CENTS,
  STEP_UP_CENTS,
  WITHDRAWAL_CENTS,
  WITHDRAWN_CENTS_MAX,
} from '../../api/contract/limits.ts'
import { operatorSettings } from '../data/operator.ts'
import { useAsync } from '../data/use-async.ts'
import { dollars } from '../texts/money.ts'
import { t } from '../texts/texts.ts'
import { Card } from '../ui/card.tsx'

const range = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  t('{min} to {max}', { min: dollars(min), max: dollars(max) })

const load = () => operatorSettings.load({ minPosition: undefined })

/** What holds until it is verified who a member is, and what then; `figure` is the operator's. */
const verification = (figure: string) => ({
  title: t('Before you are verified, and after'),
  limits: [
    [
      t('Sent in a day, before'),
      figure,
      t('So much may leave your wallet by transfers in a day (UTC) until it is verified who you are.'),
    ],
    [
      t('Balance when adding funds, before'),
      figure,
      t('You can add until you hold so much. What others send you always arrives.'),
    ],
    [
      t('After'),
      t('only the other limits'),
      t('Verify your identity in your profile: it takes a few minutes, and lapses after some time.'),
    ],
  ],
})

const withdrawing = () => ({
  title: t('Withdrawing'),
  limits: [
    [
      t('One withdrawal'),
      range(WITHDRAWAL_CENTS),
      t(
        'Of money that is not held: what came in by a payment that can still be taken back leaves when that time is over.',
      ),
    ],
    [
      t('A day'),
      dollars(WITHDRAWN_CENTS_MAX.day),
      t('From midnight to midnight (UTC). Your own daily limit counts as well.'),
    ],
    [t('A month'), dollars(WITHDRAWN_CENTS_MAX.month), t('Of the calendar (UTC).')],
    [
      t('A new bank account'),
      t('after {hours} hours', { hours: NEW_BANK_ACCOUNT_HOURS }),
      t(
        'You are told at once that one was added, so that nobody who gets at your open browser can withdraw to an account of theirs. You can save {count}.',
        { count: SAVED_BANK_ACCOUNTS_MAX },
      ),
    ],
    [
      t('Looked at by a person first'),
      t('what is unusual'),
      t(
        'More than {perDay} withdrawals in a day; most of your money to a new bank account when {received} or more came from members in two days; from {near} in a day, again within {days} days; the first withdrawal to an account that others use too; the last payment of an account that you close, to a bank account that nothing arrived at. You see the reason and a case number, and can cancel meanwhile.',
        {
          perDay: REVIEW.perDay,
          received: dollars(REVIEW.receivedCents),
          near: dollars(REVIEW.nearLimitCents),
          days: REVIEW.nearLimitDays,
        },
      ),
    ],
  ],
})

/** Each limit: what it is about, the figure, and what belongs to it. */
const groups = () => [
  {
    title: t('Sending'),
    limits: [
      [t('One transfer of dollars'), range(SEND_CENTS), t('USDC and YUT: from 0.01 on.')],
      [
        t('A day'),
        t('as you set it'),
        t(
          'A limit of your own is in your profile. A lower one holds at once, a higher one after {hours} hours: whoever gets at your open browser cannot empty the wallet.',
          { hours: RAISE_WAIT_HOURS },
        ),
      ],
      [
        t('Without signing in again'),
        t('below {all}', { all: dollars(STEP_UP_CENTS.all) }),
        t(
          'All transfers together since you last showed that it is you; to somebody whom you have not paid that way, below {newPayee}. From there on a passkey or a fresh sign-in is asked for.',
          { newPayee: dollars(STEP_UP_CENTS.newPayee) },
        ),
      ],
    ],
  },
  {
    title: t('Requesting'),
    limits: [
      [t('One request'), range(REQUEST_CENTS), t('It can be answered for 30 days.')],
      [
        t('Open at once'),
        t('{toOne} to one member', { toOne: PENDING_REQUESTS.toOne }),
        t('{byRequester} in all, and {toPayer} that one member can have from everybody.', PENDING_REQUESTS),
      ],
    ],
  },
  {
    title: t('Adding funds'),
    limits: [
      [t('One payment'), range(DEPOSIT_CENTS), t('By card or bank transfer.')],
      [
        t('That can still be taken back'),
        dollars(REVERSIBLE_CENTS_MAX),
        t(
          'A bank can take a transfer back for {ach} days, and a card payment can be disputed for {card} days: so the bank transfers of such a time may come to this much, and so may the card payments.',
          REVERSIBLE_DAYS,
        ),
      ],
    ],
  },
  withdrawing(),
  {
    title: t('Investment Pools'),
    limits: [
      [
        t('The initial investment'),
        range({ min: POOL_CENTS.initialMin, max: POOL_CENTS.max }),
        t('Of a new pool.'),
      ],
      [
        t('One contribution'),
        range({ min: POOL_CENTS.contributionMin, max: POOL_CENTS.max }),
        t('To a pool that exists.'),
      ],
    ],
  },
]

/** Every limit on money, for members and for whoever runs the service; for anybody to read. */
export default function Limits() {
  const cents = useAsync(load).value?.value.unverified_cents
  const all = [...groups(), verification(cents === undefined ? '…' : dollars(cents))]
  return (
    <div className="page-width grid gap-6 py-8 sm:py-10">
      <header className="grid max-w-2xl gap-2">
        <h1 className="text-2xl font-bold sm:text-3xl">{t('Limits')}</h1>
        <p className="text-muted">
          {t('How much may be moved at once, and what is asked of you before more may leave.')}
        </p>
      </header>
      <div className="gap-6 *:break-inside-avoid *:not-last:mb-6 lg:columns-2">
        {all.map(({ title, limits }) => (
          <Card key={title} title={title}>
            <dl className="grid gap-4">
              {limits.map(([name, figure, why]) => (
                <div key={name} className="grid gap-1">
                  <dt className="flex flex-wrap items-baseline justify-between gap-x-4">
                    <span className="font-medium">{name}</span>
                    <span className="font-bold tabular-nums">{figure}</span>
                  </dt>
                  <dd className="text-sm text-muted">{why}</dd>
                </div>
              ))}
            </dl>
          </Card>
        ))}
      </div>
    </div>
  )
}
