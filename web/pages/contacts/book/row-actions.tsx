import {
  Ban,
  Copy,
  Download,
  Eye,
  Flag,
  HandHelping,
  Pencil,
  Send,
  Split,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import type { Contact } from '../../../../api/contract/contacts.ts'
import { requestPath, sendPath } from '../../../parts/outside-links.ts'
import { useNavigate } from '../../../parts/router.ts'
import type { Opened } from '../../../parts/use-opened.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useToast } from '../../../ui/toast.tsx'
import type { ContactDialogKind } from './dialogs.tsx'
import { exportVcard } from './export-menu.tsx'
import { t } from '../../../texts/texts.ts'

const NOTHING = new URLSearchParams()

type Open = Opened<ContactDialogKind>['open']

/** Renders a contact's actions; a stable callback, so that rows are not rendered again because of it. */
export const useRowActions = (open: Open): ((contact: Contact) => ReactNode) =>
  useCallback((contact) => <RowActions contact={contact} open={open} />, [open])

/** View, edit, delete and more. */
function RowActions({ contact, open }: { contact: Contact; open: Open }) {
  const { id, contact_name: name, contact_handle: handle, phone_number: phone } = contact
  const toast = useToast()
  const navigate = useNavigate()
  const copyPhone = () =>
    navigator.clipboard.writeText(phone ?? '').then(
      () => toast({ tone: 'credit', title: t('Phone number copied.') }),
      () => toast({ tone: 'debit', title: t('Copying is not allowed here.') }),
    )
  return (
    <>
      <IconButton
        label={t('View {name}', { name })}
        icon={<Eye />}
        onClick={(event) => open({ kind: 'view', contact }, event.currentTarget)}
      />
      <IconButton
        label={t('Edit {name}', { name })}
        icon={<Pencil />}
        onClick={(event) => open({ kind: 'edit', contact }, event.currentTarget)}
      />
      <IconButton
        label={t('Delete {name}', { name })}
        icon={<Trash2 />}
        onClick={(event) => open({ kind: 'delete', contacts: [contact] }, event.currentTarget)}
      />
      <Menu
        label={t('More for {name}', { name })}
        items={[
          {
            label: t('Send Funds'),
            icon: <Send />,
            disabled: handle === null,
            onSelect: () => void navigate(sendPath(handle ?? '', NOTHING)),
          },
          {
            label: t('Request Funds'),
            icon: <HandHelping />,
            disabled: handle === null,
            onSelect: () => void navigate(requestPath(handle ?? '', NOTHING)),
          },
          {
            label: t('Split'),
            icon: <Split />,
            disabled: handle === null,
            onSelect: (from) => open({ kind: 'ask', contact }, from),
          },
          {
            label: t('Add to circle'),
            icon: <UsersRound />,
            onSelect: (from) => open({ kind: 'circle', ids: [id] }, from),
          },
          {
            label: t('Copy phone number'),
            icon: <Copy />,
            disabled: phone === null,
            onSelect: () => void copyPhone(),
          },
          {
            label: t('Export vCard'),
            icon: <Download />,
            onSelect: () => void exportVcard([contact]),
          },
          {
            label: t('Report'),
            icon: <Flag />,
            disabled: handle === null,
            onSelect: (from) => open({ kind: 'report', contact }, from),
          },
          {
            label: t('Block'),
            icon: <Ban />,
            disabled: handle === null,
            onSelect: (from) => open({ kind: 'block', contact }, from),
          },
        ]}
      />
    </>
  )
}
