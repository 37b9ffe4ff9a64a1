/** The meaning of a column in an address book export. */
export type Column =
  | { readonly is: 'name' | 'filed' | 'organisation' | 'email' | 'handle' | 'categories' }
  | { readonly is: 'part'; readonly part: NamePart }
  | { readonly is: 'phone'; readonly kind: string }
  /** Google writes two columns for each phone: "Phone 1 - Type" and "Phone 1 - Value"; `pair` is "1". */
  | { readonly is: 'phone type' | 'phone value'; readonly pair: string }

/** In the order of a full name. */
export const NAME_PARTS = ['prefix', 'first', 'middle', 'last', 'suffix'] as const
type NamePart = (typeof NAME_PARTS)[number]

const part = (name: NamePart): Column => ({ is: 'part', part: name })

/** Column names in lower case, as we, Google, Outlook (also in German), Thunderbird, Yahoo and others write them. */
const NAMED: readonly (readonly [Column, string])[] = [
  [{ is: 'name' }, 'name|contact_name|contact name|full name|display name|contact|anzeigename'],
  [{ is: 'filed' }, 'file as'],
  [part('prefix'), 'name prefix'],
  [part('first'), 'first name|given name|firstname|first|vorname'],
  [part('middle'), 'middle name|additional name|middlename|middle|weitere vornamen'],
  [part('last'), 'last name|family name|surname|lastname|last|nachname'],
  [part('suffix'), 'name suffix|suffix'],
  [
    { is: 'organisation' },
    'company|organization|organisation|organization name|organization 1 - name|firma|company name',
  ],
  [
    { is: 'email' },
    'email|e-mail|email address|e-mail address|e-mail 1 - value|primary email|secondary email|e-mail-adresse|e-mail 2 address',
  ],
  [{ is: 'handle' }, 'handle|contact_handle|username|user name|nickname|nick name|spitzname|screen name'],
  [
    { is: 'categories' },
    'type|contact_type|contact type|category|categories|relationship|group membership|labels|groups|tags|kategorien',
  ],
]
const BY_NAME = new Map(
  NAMED.flatMap(([column, names]) => names.split('|').map((name) => [name, column] as const)),
)

const PAIR = /^phone (\d+) - (type|label|value)$/
const PHONE = /phone|mobil|\bcell|telephone|telefon|telefax|\bfax|\bpager|\btel\b|handy/
/** Names that match PHONE but are no phone number, such as Google's "Phonetic Name". */
const NO_PHONE = /phonetic|notes|account|type|label/
/** Yahoo names its phone columns with one word. */
const YAHOO_PHONE = /^(home|work|pager|fax|mobile|other|primary)$/

/** The meaning of each column; null for columns that are not read. */
export const columnsOf = (header: readonly string[]): readonly (Column | null)[] => {
  const names = header.map((cell) => cell.trim().toLowerCase())
  const isYahoo = names.includes('yahoo phone')
  return names.map((name): Column | null => {
    const known = BY_NAME.get(name)
    if (known) return known
    const [, pair = '', what] = PAIR.exec(name) ?? []
    if (what !== undefined) return { is: what === 'value' ? 'phone value' : 'phone type', pair }
    const isPhone = (PHONE.test(name) && !NO_PHONE.test(name)) || (isYahoo && YAHOO_PHONE.test(name))
    return isPhone || name === 'phone_number' ? { is: 'phone', kind: name } : null
  })
}
