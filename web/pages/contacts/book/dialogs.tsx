import { lazy } from 'react'
import type { Circle, Contact } from '../../../../api/contract/contacts.ts'
import { removeContacts } from '../../../data/contact-changes.ts'
import { contactPerson } from '../../../data/contacts.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { CircleDialog } from '../circles/circle-dialog.tsx'
import type { Opened } from '../../../parts/use-opened.ts'
import { changeMessage, contactsText } from '../words.ts'
import { askable } from '../ask/asked.ts'
import { AddToCircleDialog } from './add-to-circle-dialog.tsx'
import { ConfigureDialog } from './configure-dialog.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { ViewDialog } from './view-dialog.tsx'
import { rich } from '../../../texts/rich.tsx'
import { t } from '../../../texts/texts.ts'

const AskDialog = lazy(() => import('../ask/ask-dialog.tsx'))
const ReportDialog = lazy(() => import('../../../parts/report-dialog.tsx'))
const BlockDialog = lazy(() => import('../../../parts/block-dialog.tsx'))
const ImportDialog = lazy(() => import('./import-dialog.tsx'))

export type ContactDialogKind =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'view' | 'block' | 'report' | 'ask'; readonly contact: Contact }
  | { readonly kind: 'delete'; readonly contacts: readonly Contact[] }
  | { readonly kind: 'circle'; readonly ids: readonly string[] }
  | { readonly kind: 'new-circle'; readonly ids: readonly string[] }
  /** `file` is set when it was chosen before the dialog opened. */
  | { readonly kind: 'import'; readonly file: File | null }
  | { readonly kind: 'configure' }

/** The open dialog of the contacts tab. */
export default function ContactDialogs({
  opened,
  circles,
  onMessage,
}: {
  opened: Opened<ContactDialogKind>
  circles: readonly Circle[]
  /** Announces a completed action. */
  onMessage: (message: string) => void
}) {
  const { what, close } = opened
  const done = (message: string) => {
    onMessage(message)
    close()
  }
  if (what === null) return null
  switch (what.kind) {
    case 'add':
      return <ContactDialog contact={null} onDone={done} onClose={close} />
    case 'edit':
      return <ContactDialog contact={what.contact} onDone={done} onClose={close} />
    case 'view':
      return (
        <ViewDialog
          contact={what.contact}
          onClose={close}
          onEdit={() => opened.replace({ kind: 'edit', contact: what.contact })}
        />
      )
    case 'block':
      return <BlockDialog person={contactPerson(what.contact)} onClose={close} />
    case 'report':
      return <ReportDialog person={contactPerson(what.contact)} onClose={close} />
    case 'ask':
      return <AskDialog people={askable([what.contact])} onClose={close} />
    case 'delete':
      return <DeleteContacts contacts={what.contacts} onDone={done} onClose={close} />
    case 'circle':
      return (
        <AddToCircleDialog
          ids={what.ids}
          circles={circles}
          onDone={done}
          onClose={close}
          onCreate={() => opened.replace({ kind: 'new-circle', ids: what.ids })}
        />
      )
    case 'new-circle':
      return (
        <CircleDialog
          circle={null}
          onDone={(message) => {
            onMessage(message)
            opened.replace({ kind: 'circle', ids: what.ids })
          }}
          onClose={close}
        />
      )
    case 'import':
      return <ImportDialog given={what.file} onDone={done} onClose={close} />
    case 'configure':
      return <ConfigureDialog onClose={close} />
    default:
      return what satisfies never
  }
}

function DeleteContacts({
  contacts,
  onDone,
  onClose,
}: {
  contacts: readonly Contact[]
  onDone: (message: string) => void
  onClose: () => void
}) {
  const [first] = contacts
  const many = contacts.length > 1
  return (
    <ConfirmDialog
      title={many ? t('Delete {count}?', { count: contactsText(contacts.length) }) : t('Delete contact?')}
      verb={t('Delete')}
      danger
      waits
      change={() => removeContacts(contacts)}
      onDone={(kept) =>
        onDone(changeMessage(kept, (count) => t('{count} deleted.', { count: contactsText(count) })))
      }
      onClose={onClose}
    >
      <p>
        {many ? (
          t('Are you sure you want to delete these {count}? They are removed from your circles too.', {
            count: contactsText(contacts.length),
          })
        ) : (
          <>
            {rich('Are you sure you want to delete {contactName}? They are removed from your circles too.', {
              contactName: (
                <bdi translate="no" className="font-semibold">
                  {first?.contact_name}
                </bdi>
              ),
            })}
          </>
        )}
      </p>
    </ConfirmDialog>
  )
}
