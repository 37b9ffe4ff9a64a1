import { randomUUID } from 'node:crypto'

/** Address and request headers of a signed-in member. */
export interface Caller {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}
export type Attack = (attacker: Caller, round: number) => Promise<Response>

/** Events of the attacker's wallet, and files of 5,000 contacts in their book. */
export const EVENTS = 20_000
export const FILES = 3

export const post = ({ url, headers }: Caller, path: string, body: string): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  })

const fileOf = (file: number): string =>
  JSON.stringify({
    contacts: Array.from({ length: 5_000 }, (_, n) => ({
      line: n + 1,
      contact_name: `Person ${file} ${n}`,
      contact_handle: '',
      phone_number: '',
      contact_type: 'other',
    })),
    commit: true,
  })
/** Files of contacts, as the app sends them. */
export const people: readonly string[] = Array.from({ length: FILES }, (_, file) => fileOf(file))
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`k${n}`, 1])))

const strangers = JSON.stringify({ contact_ids: Array.from({ length: 20_000 }, () => randomUUID()) })
/** Letters that composing has to sort: once, a megabyte of them took seconds. */
const long = JSON.stringify({ bio: '\u0315\u0300\u05ae\u0062'.repeat(130_000) })

/** Requests that once stalled all members, by name. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  imports: (attacker, round) => post(attacker, '/api/contacts/import', people[round % FILES] ?? ''),
  lists: ({ url, headers }) => fetch(`${url}/api/contacts`, { headers }),
  'as of a day': ({ url, headers }, round) =>
    fetch(`${url}/api/wallet/balances?at=${5_000 + ((round * 997) % 15_000)}`, { headers }),
  deletions: (attacker) => post(attacker, '/api/contacts/delete', strangers),
  'long texts': ({ url, headers }) =>
    fetch(`${url}/api/profile`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: long,
    }),
  'wide bodies': (attacker) => post(attacker, '/api/contacts', wide),
}
