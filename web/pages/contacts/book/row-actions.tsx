import { Copy, Download, Eye, Pencil, Trash2, UsersRound } from 'lucide-react'
import type { Contact } from '../../../../api/contract/contacts.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { t } from '../../../texts/texts.ts'

export interface RowActs {
  readonly view: (contact: Contact, from: HTMLElement) => void
  readonly edit: (contact: Contact, from: HTMLElement) => void
  readonly remove: (contact: Contact, from: HTMLElement) => void
  readonly addToCircle: (contact: Contact, from: HTMLElement) => void
  readonly copyPhone: (contact: Contact) => void
  readonly exportVcard: (contact: Contact) => void
}

/** View, edit, delete and more, of one contact. */
export function RowActions({ contact, acts }: { contact: Contact; acts: RowActs }) {
  const { contact_name: name, phone_number: phone } = contact
  return (
    <>
      <IconButton
        label={t('View {name}', { name })}
        icon={<Eye aria-hidden="true" className="size-5" />}
        onClick={(event) => acts.view(contact, event.currentTarget)}
      />
      <IconButton
        label={t('Edit {name}', { name })}
        icon={<Pencil aria-hidden="true" className="size-5" />}
        onClick={(event) => acts.edit(contact, event.currentTarget)}
      />
      <IconButton
        label={t('Delete {name}', { name })}
        icon={<Trash2 aria-hidden="true" className="size-5" />}
        onClick={(event) => acts.remove(contact, event.currentTarget)}
      />
      <Menu
        label={t('More for {name}', { name })}
        items={[
          {
            label: t('Add to circle'),
            icon: <UsersRound aria-hidden="true" />,
            onSelect: (from) => acts.addToCircle(contact, from),
          },
          {
            label: t('Copy phone number'),
            icon: <Copy aria-hidden="true" />,
            disabled: phone === null,
            onSelect: () => acts.copyPhone(contact),
          },
          {
            label: t('Export vCard'),
            icon: <Download aria-hidden="true" />,
            onSelect: () => acts.exportVcard(contact),
          },
        ]}
      />
    </>
  )
}
