import type { Payee } from '../../../../api/contract/members.ts'
import { personText } from '../../../../api/contract/person.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Fact, Facts, Headline } from '../../../ui/facts.tsx'
import { PersonLines } from '../../person-lines.tsx'
import { Resemblance } from '../../../parts/resemblance.tsx'
import { amountText, equivalentText } from './amount-text.ts'
import type { Intent } from './machine.ts'
import { t } from '../../../texts/texts.ts'

/** Review of the transfer before it is sent, with the recipient as the server resolved them. */
export function ConfirmStep({ intent: { draft, payee } }: { intent: Intent }) {
  return (
    <>
      <Headline name={t('You send')}>{amountText(draft.amount, draft.currency)}</Headline>
      {!payee.known && (
        <Banner tone="warning" title={t('First transfer to this member')}>
          {t(
            'You have not sent money to {name} before. Check the name and handle: transfers cannot be taken back.',
            { name: personText(payee) },
          )}
        </Banner>
      )}
      <Resemblance payee={payee} />
      <Facts>
        <Fact name={t('Recipient')}>
          <PayeeName payee={payee} />
        </Fact>
        <Fact name={t('Currency')}>{draft.currency}</Fact>
        <Fact name={t('Amount')}>{amountText(draft.amount, draft.currency)}</Fact>
        <Fact name={t('Equivalent Value')}>{equivalentText(draft.amount, draft.currency)}</Fact>
        <Fact name={t('Processing Fee')}>{t('Free')}</Fact>
        <Fact name={t('Message')}>{draft.message === '' ? t('None') : draft.message}</Fact>
      </Facts>
    </>
  )
}

function PayeeName({ payee }: { payee: Payee }) {
  return (
    <>
      <PersonLines {...payee} />
      <span className="block font-mono text-xs break-all text-muted">{payee.did}</span>
    </>
  )
}
