import { BadgeCheck, QrCode } from 'lucide-react'
import { useConnectivity } from '../../data/connectivity.ts'
import { ExportDataLink } from '../../parts/export-data-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { t } from '../../texts/texts.ts'

type FromButton = (from: HTMLElement) => void

export function QuickActions({ onIssue, onShare }: { onIssue: FromButton; onShare: FromButton }) {
  const offline = useConnectivity() === 'offline'
  return (
    <Card title={t('Quick Actions')}>
      <div className="grid gap-3">
        <Button
          wide
          disabled={offline}
          icon={<BadgeCheck />}
          onClick={(event) => onIssue(event.currentTarget)}
        >
          {t('Issue Member Credential')}
        </Button>
        <Button
          wide
          variant="secondary"
          disabled={offline}
          icon={<QrCode />}
          onClick={(event) => onShare(event.currentTarget)}
        >
          {t('Generate Sharing QR')}
        </Button>
        {offline ? (
          <p className="text-sm text-muted">{t('You are offline; these need a connection.')}</p>
        ) : (
          <ExportDataLink wide />
        )}
      </div>
    </Card>
  )
}
