import { lazy, Suspense } from 'react'
import { NEW_BANK_ACCOUNT_HOURS, REVERSIBLE_DAYS } from '../../api/contract/limits.ts'
import { useAsync } from '../data/use-async.ts'
import { operatorContact } from '../data/operator.ts'
import { useAuth } from '../data/session.tsx'
import { Link } from '../parts/router.ts'
import { Card } from '../ui/card.tsx'
import { t } from '../texts/texts.ts'
import { YourRights } from './help/your-rights.tsx'

const Reported = lazy(() => import('./help/reported.tsx'))

/** What members ask, in plain words. */
const answers = () => [
  {
    title: t('Why is some of my money on hold?'),
    text: t(
      'A bank can take a transfer back for {ach} days, and a card payment can be disputed for {card} days. Money that came in that way is yours, but some of it cannot leave Youtility until it is certain. Locked balances also hold what a request or a pool has set aside.',
      REVERSIBLE_DAYS,
    ),
  },
  {
    title: t('How much can I send?'),
    text: t(
      'There are limits for one transfer, for a day and for deposits; above some of them you are asked to show that it is you. The page Limits has every figure, and a daily limit of your own is in your profile.',
    ),
  },
  {
    title: t('How do I get my money out?'),
    text: t(
      'By Withdraw in your wallet, to a bank account of your own. A new account waits {hours} hours. By the standard way it is free and takes up to three banking days; instant costs a fee, shown before. The movement’s page says how it stands, and cancels it until it is handed to the bank. What comes back is in your wallet again.',
      { hours: NEW_BANK_ACCOUNT_HOURS },
    ),
  },
  {
    title: t('Can I get a payment back?'),
    text: t(
      'A transfer arrives at once and cannot be called back. Open it in your wallet: you can ask for the money back, or say that something is wrong. If the recipient’s wallet is closed, the money comes back by itself.',
    ),
  },
  {
    title: t('What does it cost?'),
    text: t(
      'Sending and requesting money, bank transfers and pools are free. A card payment costs 2.9% plus 30 cents, shown before you pay.',
    ),
  },
  {
    title: t('Is my money insured?'),
    text: t(
      'Youtility is not a bank. Dollars at a real partner bank are insured by the FDIC against its failure, up to $250,000 with all else that you have there, from the day on which they arrive at it. Your wallet says whether a bank holds them; a simulated bank holds no money. Pools, USDC and YUT are not insured: investments can lose value.',
    ),
  },
  {
    title: t('Can I bring data from elsewhere?'),
    text: t(
      'Your contacts: a vCard or CSV file of your phone, of Google or Outlook, by Import on the page Contacts. Not the payments of another bank or app: what stands in your wallet can be proven from our books, and nobody here can prove what happened elsewhere.',
    ),
  },
  {
    title: t('How do I close my account?'),
    text: t(
      'At the foot of your profile. Send your money out and close your pools first: what is open is named there. Your data is then erased; the books keep only what is no longer about anybody.',
    ),
  },
]

/** For anybody to read; a member sees what they have reported too. */
export default function HelpPage() {
  const { status } = useAuth()
  return (
    <div className="page-width grid gap-6 py-8 sm:py-10">
      <h1 className="text-2xl font-bold sm:text-3xl">{t('Help')}</h1>
      <div className="gap-4 *:break-inside-avoid *:not-last:mb-4 lg:columns-2">
        {answers().map(({ title, text }) => (
          <Card key={title} title={title}>
            <p className="text-muted">{text}</p>
          </Card>
        ))}
        <Card title={t('Still stuck?')}>
          <div className="grid gap-2">
            <Contact />
            <Link to="/limits" className="link">
              {t('Limits')}
            </Link>
          </div>
        </Card>
      </div>
      <YourRights />
      {status === 'signed_in' && (
        <Suspense fallback={null}>
          <Reported />
        </Suspense>
      )}
    </div>
  )
}

const load = () => operatorContact.load({ minPosition: undefined })

function Contact() {
  const { value, error } = useAsync(load)
  if (error !== null)
    return <p className="text-muted">{t('How to reach the operator could not be loaded.')}</p>
  if (value === null) return <p aria-busy="true" className="min-h-6" />
  const contact = value.value
  if (contact === null)
    return <p className="text-muted">{t('Whoever runs this Youtility has not said how to be reached.')}</p>
  return (
    <p>
      <a href={contact.startsWith('https:') ? contact : `mailto:${contact}`} className="link">
        {t('Write to the operator')}
      </a>{' '}
      <bdi translate="no" className="text-muted wrap-anywhere">
        {contact}
      </bdi>
    </p>
  )
}
