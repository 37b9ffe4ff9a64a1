import type { ReactNode } from 'react'
import type { IdentityCheck } from '../../../api/contract/identity-check.ts'
import { SEND_CENTS } from '../../../api/contract/limits.ts'
import { Link } from '../../parts/router.ts'
import { dollars } from '../../texts/money.ts'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Heading } from '../../ui/heading.tsx'

/** Why one is asked, what is asked, and what is kept. */
export function Explained({ provider }: Pick<IdentityCheck, 'provider'>) {
  const who = provider === 'stripe' ? 'Stripe' : t('The provider')
  return (
    <Card title={t('What this is about')}>
      <div className="grid gap-5 text-[0.9375rem]">
        <Part title={t('Why')}>
          {t(
            'Money that leaves for a bank has to belong to somebody who is known: the law asks for it, and it keeps others from emptying a wallet in your name.',
          )}
        </Part>
        <Part title={t('What is asked')}>
          {t(
            'A photo of an identity document and a selfie, taken on the pages of the provider who looks at them. Whether you are 18 or older, and which country issued the document, is all that we ask the provider.',
          )}
        </Part>
        <Part title={t('What is kept')}>
          {t(
            'With us: that you were verified or why not, when, and the provider’s number of the check. No photo, no name and no birthday. {who} keeps what you showed until you close your account or replace it by another check; then we have it deleted there.',
            { who },
          )}
        </Part>
        <Part title={t('What you get')}>
          {rich(
            'A credential in {yourCredentials} that says two things, and nothing else: over 18, and the country. You decide whom you show it.',
            {
              yourCredentials: (
                <Link to="/did" className="link">
                  {t('your credentials')}
                </Link>
              ),
            },
          )}
        </Part>
      </div>
    </Card>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <Heading className="font-bold">{title}</Heading>
      <p className="text-muted">{children}</p>
    </section>
  )
}

/** What is different before and after. */
export function Difference({ check: { unverified_cents: cents } }: { check: IdentityCheck }) {
  const figure = dollars(cents)
  return (
    <Card title={t('What it changes')}>
      <div className="grid gap-5">
        <Limits title={t('Before')}>
          <Fact name={t('Sent in a day')}>{t('up to {figure}', { figure })}</Fact>
          <Fact name={t('Adding funds')}>{t('until you hold {figure}', { figure })}</Fact>
          <Fact name={t('Withdrawing to a bank')}>{t('not possible')}</Fact>
        </Limits>
        <Limits title={t('Verified')}>
          <Fact name={t('Sent in a day')}>
            {t('as you set it, {most} a transfer', { most: dollars(SEND_CENTS.max) })}
          </Fact>
          <Fact name={t('Adding funds')}>{t('the limits of cards and banks')}</Fact>
          <Fact name={t('Withdrawing to a bank')}>{t('possible')}</Fact>
        </Limits>
      </div>
    </Card>
  )
}

function Limits({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <Heading className="font-bold">{title}</Heading>
      <Facts label={title}>{children}</Facts>
    </div>
  )
}
