import { HandHelping, Pencil, Send } from 'lucide-react'
import type { Contact } from '../../../../api/contract/contacts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { ButtonLink } from '../../../parts/button-link.tsx'
import { requestPath, sendPath } from '../../../parts/outside-links.ts'
import { RelativeTime } from '../../../parts/relative-time.tsx'
import { STATUS_LOOKS, TYPE_LABELS, usageText } from '../words.ts'
import { t } from '../../../texts/texts.ts'

const NOTHING = new URLSearchParams()

/** Shows all stored fields of a contact. */
export function ViewDialog({
  contact,
  onEdit,
  onClose,
}: {
  contact: Contact
  onEdit: () => void
  onClose: () => void
}) {
  const { label, tone } = STATUS_LOOKS[contact.status]
  const handle = contact.contact_handle
  return (
    <Dialog
      onClose={onClose}
      title={contact.contact_name}
      closeOnOutside
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Done')}
          </Button>
          <Button icon={<Pencil />} onClick={onEdit}>
            {t('Edit')}
          </Button>
        </>
      }
    >
      {handle !== null && (
        <div className="flex flex-wrap gap-3 pb-4">
          <ButtonLink to={sendPath(handle, NOTHING)} size="sm" icon={<Send />}>
            {t('Send Funds')}
          </ButtonLink>
          <ButtonLink to={requestPath(handle, NOTHING)} size="sm" variant="secondary" icon={<HandHelping />}>
            {t('Request Funds')}
          </ButtonLink>
        </div>
      )}
      <Facts>
        <Fact name={t('Handle')}>
          <bdi translate="no">{handle ?? '—'}</bdi>
        </Fact>
        <Fact name={t('Phone')}>{contact.phone_number ?? '—'}</Fact>
        <Fact name={t('Type')}>{TYPE_LABELS[contact.contact_type]}</Fact>
        <Fact name={t('Status')}>
          <Badge tone={tone}>{label}</Badge>
        </Fact>
        <Fact name={t('Activity')}>
          {contact.last_activity === null ? '—' : <RelativeTime at={contact.last_activity} clock="real" />}
        </Fact>
        <Fact name={t('Last 30 days')}>
          {usageText(contact)}, {contact.data_usage}
        </Fact>
        <Fact name={t('Added')}>
          <RelativeTime at={contact.created_at} clock="real" />
        </Fact>
      </Facts>
      <p className="py-3 text-sm text-muted">
        {t(
          'Usage is counted for numbers of your own devices. You see when other members are online if you are in each other’s contacts.',
        )}
      </p>
    </Dialog>
  )
}
