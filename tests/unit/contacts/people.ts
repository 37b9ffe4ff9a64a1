import type { Contact } from '../../../api/contract/contacts.ts'

let made = 0

/** A contact with defaults for all fields that the test does not set. */
export const person = (name: string, more: Partial<Contact> = {}): Contact => {
  made += 1
  return {
    id: `00000000-0000-4000-8000-${made.toString().padStart(12, '0')}`,
    contact_name: name,
    contact_handle: null,
    phone_number: null,
    contact_type: 'friend',
    created_at: '2026-01-01T00:00:00.000Z',
    status: 'offline',
    last_activity: null,
    messages: 0,
    calls: 0,
    data_usage: '0 MB',
    ...more,
  }
}
