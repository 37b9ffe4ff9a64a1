import { ExternalLink } from 'lucide-react'
import { memo } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

/** A public explorer of the chain. */
export const EXPLORER = 'https://basescan.org/'

export const BlockchainStatus = memo(function BlockchainStatus({ did }: { did: string }) {
  return (
    <Card title="Blockchain Status">
      <Facts>
        <Fact name="Network">Base (Ethereum L2)</Fact>
        <Fact name="DID Status">
          <Badge tone="credit">Active</Badge>
        </Fact>
        <Fact name="Smart Account">
          <Badge>Coming Soon</Badge>
        </Fact>
      </Facts>
      <div className="mt-3 rounded-control bg-sunken p-3">
        <div className="mb-1 text-sm text-muted">Your DID</div>
        <p className="mb-3 font-mono text-sm break-all">{did}</p>
        <CopyButton text={did} label="Copy DID" />
      </div>
      <a
        href={EXPLORER}
        target="_blank"
        rel="noopener noreferrer"
        className={`${buttonClass({ variant: 'secondary', wide: true })} mt-4`}
      >
        View on Block Explorer
        <ExternalLink aria-hidden="true" className="size-4" />
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    </Card>
  )
})
