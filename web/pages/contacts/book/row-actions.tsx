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
import { usePhone } from '../../../parts/use-phone.ts'
import type { Opened } from '../../../parts/use-opened.ts'
import { memberAnswer } from '../../../ui/browser-answer.ts'
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

/** View, edit, delete and more; on phones a tap on the row is View, and the others are in the menu. */
function RowActions({ contact, open }: { contact: Contact; open: Open }) {
  const { id, contact_name: name, contact_handle: handle, phone_number: number } = contact
  const toast = useToast()
  const navigate = useNavigate()
  const phone = usePhone()
  const edit = (from: HTMLElement) => open({ kind: 'edit', contact }, from)
  const remove = (from: HTMLElement) => open({ kind: 'delete', contacts: [contact] }, from)
  const copyPhone = () =>
    memberAnswer(navigator.clipboard.writeText(number ?? '')).then(
      () => toast({ tone: 'credit', title: t('Phone number copied.') }),
      () => toast({ tone: 'debit', title: t('Copying is not allowed here.') }),
    )
  return (
    <>
      {phone ? (
        <button
          type="button"
          aria-label={t('View {name}', { name })}
          className="absolute inset-0 rounded-control focus-visible:-outline-offset-2"
          onClick={(event) => open({ kind: 'view', contact }, event.currentTarget)}
        />
      ) : (
        <>
          <IconButton
            label={t('View {name}', { name })}
            icon={<Eye />}
            onClick={(event) => open({ kind: 'view', contact }, event.currentTarget)}
          />
          <IconButton
            label={t('Edit {name}', { name })}
            icon={<Pencil />}
            onClick={(event) => edit(event.currentTarget)}
          />
          <IconButton
            label={t('Delete {name}', { name })}
            icon={<Trash2 />}
            onClick={(event) => remove(event.currentTarget)}
          />
        </>
      )}
      <Menu
        label={t('More for {name}', { name })}
        items={[
          {
            label: t('Send Funds'),
            icon: <Send />,
            disabled: handle === null,
            onSelect: () => navigate(sendPath(handle ?? '', NOTHING)),
          },
          {
            label: t('Request Funds'),
            icon: <HandHelping />,
            disabled: handle === null,
            onSelect: () => navigate(requestPath(handle ?? '', NOTHING)),
          },
          {
            label: t('Split'),
            icon: <Split />,
            disabled: handle === null,
            onSelect: (from) => open({ kind: 'ask', contact }, from),
          },
          ...(phone ? [{ label: t('Edit'), icon: <Pencil />, onSelect: edit }] : []),
          {
            label: t('Add to circle'),
            icon: <UsersRound />,
            onSelect: (from) => open({ kind: 'circle', ids: [id] }, from),
          },
          {
            label: t('Copy phone number'),
            icon: <Copy />,
            disabled: number === null,
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
          ...(phone ? [{ label: t('Delete'), icon: <Trash2 />, onSelect: remove }] : []),
        ]}
      />
    </>
  )
}
