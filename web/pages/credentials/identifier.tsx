import { Download } from 'lucide-react'
import { useCached } from '../../data/cached.ts'
import { didDocument } from '../../data/credentials.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Stat } from '../../ui/stat.tsx'
import { EXPLORER } from '../wallet/blockchain.tsx'
import { Age, RefreshFailed } from '../../parts/freshness.tsx'
import { t } from '../../texts/texts.ts'

/** Counts shown when the document is not available. */
const AUTHENTICATION_DEFAULT = 1
const SERVICES_DEFAULT = 0

/** The DID, the counts of its document, and the export of the document. */
export function Identifier({ did }: { did: string }) {
  const { value: document, ...view } = useCached(didDocument)
  const loading = document === null && view.state !== 'never'
  return (
    <Card title={t('DID Identifier')} aside={<Age {...view} />}>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-sunken p-4">
        <p className="min-w-0 flex-1 basis-64 font-mono text-sm break-all">{did}</p>
        <CopyButton text={did} label={t('Copy DID')} copiedLabel={t('Copied to clipboard!')} />
      </div>
      <div className="mb-5 empty:hidden">
        <RefreshFailed {...view} />
      </div>
      <div className="grid grid-cols-1 gap-3 min-[400px]:grid-cols-2">
        <Stat
          label={t('Authentication methods')}
          value={loading ? undefined : (document?.authentication.length ?? AUTHENTICATION_DEFAULT)}
        />
        <Stat
          label={t('Service endpoints')}
          value={loading ? undefined : (document?.service.length ?? SERVICES_DEFAULT)}
        />
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          disabled={document === null}
          icon={<Download />}
          onClick={() => {
            if (document !== null)
              saveFile('did.json', 'application/did+ld+json', JSON.stringify(document, null, 2))
          }}
        >
          {t('Export DID')}
        </Button>
        <OutsideLink href={EXPLORER}>{t('View on Base')}</OutsideLink>
      </div>
    </Card>
  )
}
