import { memo } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { t } from '../../texts/texts.ts'

/** A public explorer of the chain. */
export const EXPLORER = 'https://basescan.org/'

export const BlockchainStatus = memo(function BlockchainStatus({ did }: { did: string }) {
  return (
    <Card title={t('Blockchain Status')}>
      <Facts>
        <Fact name={t('Network')}>{t('Base (Ethereum L2)')}</Fact>
        <Fact name={t('DID Status')}>
          <Badge tone="credit">{t('Active')}</Badge>
        </Fact>
        <Fact name={t('Smart Account')}>
          <Badge>{t('Coming Soon')}</Badge>
        </Fact>
      </Facts>
      <div className="mt-3 rounded-control bg-sunken p-3">
        <div className="mb-1 text-sm text-muted">{t('Your DID')}</div>
        <p className="mb-3 font-mono text-sm break-all">{did}</p>
        <CopyButton text={did} label={t('Copy DID')} />
      </div>
      <OutsideLink href={EXPLORER} wide className="mt-4">
        {t('View on Block Explorer')}
      </OutsideLink>
    </Card>
  )
})
