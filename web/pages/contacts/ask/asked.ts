import type { SavedContact } from '../../../../api/contract/contacts.ts'

/** A contact who can be asked for money. */
export interface Asked {
  readonly id: string
  readonly name: string
  readonly handle: string
}

/** Only who has a handle can be a member. */
export const askable = (contacts: readonly SavedContact[]): readonly Asked[] =>
  contacts.flatMap(({ id, contact_name: name, contact_handle: handle }) =>
    handle === null || handle === '' ? [] : [{ id, name, handle }],
  )
