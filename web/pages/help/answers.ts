import { NEW_BANK_ACCOUNT_HOURS, REVERSIBLE_DAYS } from '../../../api/contract/limits.ts'
import { t } from '../../texts/texts.ts'

interface HelpAnswer {
  /** Names it in an address: `/help#insurance`. */
  readonly id: string
  readonly title: string
  readonly text: string
}

/** What members ask, in plain words. */
export const helpAnswers = (): readonly HelpAnswer[] => [
  {
    id: 'holds',
    title: t('Why is some of my money on hold?'),
    text: t(
      'A bank can take a transfer back for {ach} days, and a card payment can be disputed for {card} days. Money that came in that way is yours, but some of it cannot leave Youtility until it is certain. Locked balances also hold what a request or a pool has set aside.',
      REVERSIBLE_DAYS,
    ),
  },
  {
    id: 'limits',
    title: t('How much can I send?'),
    text: t(
      'There are limits for one transfer, for a day and for deposits; above some of them you are asked to show that it is you. The page Limits has every figure, and a daily limit of your own is in your profile.',
    ),
  },
  {
    id: 'withdrawing',
    title: t('How do I get my money out?'),
    text: t(
      'By Withdraw in your wallet, to a bank account of your own. A new account waits {hours} hours. By the standard way it is free and takes up to three banking days; instant costs a fee, shown before. The movement’s page says how it stands, and cancels it until it is handed to the bank. What comes back is in your wallet again.',
      { hours: NEW_BANK_ACCOUNT_HOURS },
    ),
  },
  {
    id: 'reversing',
    title: t('Can I get a payment back?'),
    text: t(
      'A transfer arrives at once and cannot be called back. Open it in your wallet: you can ask for the money back, or say that something is wrong. If the recipient’s wallet is closed, the money comes back by itself.',
    ),
  },
  {
    id: 'cost',
    title: t('What does it cost?'),
    text: t(
      'Sending and requesting money, bank transfers and pools are free. A card payment costs 2.9% plus 30 cents, shown before you pay.',
    ),
  },
  {
    id: 'insurance',
    title: t('Is my money insured?'),
    text: t(
      'Youtility is not a bank. Dollars at a real partner bank are insured by the FDIC against its failure, up to $250,000 with all else that you have there, from the day on which they arrive at it. Your wallet says whether a bank holds them; a simulated bank holds no money. Pools, USDC and YUT are not insured: investments can lose value.',
    ),
  },
  {
    id: 'import',
    title: t('Can I bring data from elsewhere?'),
    text: t(
      'Your contacts: a vCard or CSV file of your phone, of Google or Outlook, by Import on the page Contacts. Not the payments of another bank or app: what stands in your wallet can be proven from our books, and nobody here can prove what happened elsewhere.',
    ),
  },
  {
    id: 'closing',
    title: t('How do I close my account?'),
    text: t(
      'At the foot of your profile. Send your money out and close your pools first: what is open is named there. Your data is then erased; the books keep only what is no longer about anybody.',
    ),
  },
]
