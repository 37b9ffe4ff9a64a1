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

/**
 * Column names in lower case, as we, Google, Thunderbird, Yahoo and others write them, and Outlook in English, German,
 * French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Swedish, Japanese and Chinese.
 */
const NAMED: readonly (readonly [Column, string])[] = [
  [
    { is: 'name' },
    'name|contact_name|contact name|full name|display name|contact|anzeigename|nom complet|nombre completo|nome completo|weergavenaam|imię i nazwisko|celé jméno|fullständigt namn|氏名|全名|имя и фамилия|полное имя|фио|ім’я та прізвище|성명|姓名|ονοματεπώνυμο|ad soyad',
  ],
  [{ is: 'filed' }, 'file as'],
  [part('prefix'), 'name prefix'],
  [
    part('first'),
    'first name|given name|firstname|first|vorname|prénom|nombre|nome|voornaam|imię|jméno|křestní jméno|förnamn|名|名字|имя|ім’я|이름|όνομα|ad|adı',
  ],
  [
    part('middle'),
    'middle name|additional name|middlename|middle|weitere vornamen|deuxième prénom|segundo nombre|secondo nome|segundo nome|nome do meio|middelste naam|drugie imię|druhé jméno|mellannamn|ミドル ネーム|中間名|отчество|по батькові|중간 이름|中间名',
  ],
  [
    part('last'),
    'last name|family name|surname|lastname|last|nachname|nom|nom de famille|apellidos|apellido|cognome|sobrenome|achternaam|nazwisko|příjmení|efternamn|姓|姓氏|фамилия|прізвище|성|επώνυμο|soyadı|soyad',
  ],
  [part('suffix'), 'name suffix|suffix|suffixe|sufijo|sufixo|achtervoegsel|sufiks|přípona'],
  [
    { is: 'organisation' },
    'company|organization|organisation|organization name|organization 1 - name|firma|company name|société|organización|compañía|empresa|società|bedrijf|společnost|företag|会社名|会社|公司|организация|компания|організація|회사|单位|εταιρεία|şirket',
  ],
  [
    { is: 'email' },
    'email|e-mail|email address|e-mail address|e-mail 1 - value|primary email|secondary email|e-mail-adresse|e-mail 2 address|adresse de messagerie|adresse e-mail|dirección de correo electrónico|correo electrónico|indirizzo posta elettronica|indirizzo e-mail|endereço de e-mail|endereço de email|endereço de correio eletrônico|e-mailadres|adres e-mail|adres poczty elektronicznej|e-mailová adresa|e-postadress|電子メール アドレス|電子郵件地址|адрес эл. почты|эл. почта|адреса електронної пошти|전자 메일 주소|이메일|电子邮件地址|电子邮件|διεύθυνση ηλεκτρονικού ταχυδρομείου|e-posta adresi|e-posta',
  ],
  [{ is: 'handle' }, 'handle|contact_handle|username|user name|nickname|nick name|spitzname|screen name'],
  [
    { is: 'categories' },
    'type|contact_type|contact type|category|categories|relationship|group membership|labels|groups|tags|kategorien|catégories|categorías|categorie|categorias|categorieën|kategorie|kategorier|分類|類別|категории|категорії|범주|类别',
  ],
  // Outlook's columns of numbers whose names do not say so.
  ...['ufficio', 'ufficio 2', 'abitazione', 'abitazione 2', 'particular', 'particular 2'].map(
    (kind) => [{ is: 'phone', kind }, kind] as const,
  ),
]
const BY_NAME = new Map(
  NAMED.flatMap(([column, names]) => names.split('|').map((name) => [name, column] as const)),
)

const PAIR = /^phone (\d+) - (type|label|value)$/
const PHONE =
  /phone|mobil|\bcell|t[eé]l[eé]f|telefoon|telefax|\bfax|faks|t[eé]l[eé]copie|\bpager|\btel\b|\btél\.|handy|m[oó]vil|celular|komórk|電話|電话|电话|手机|傳真|传真|телефон|факс|전화|휴대폰|팩스|τηλέφωνο|κινητό/
/** Names that match PHONE but are no phone number, such as Google's "Phonetic Name". */
const NO_PHONE = /phonetic|notes|account|type|label/
/** Yahoo names its phone columns with one word. */
const YAHOO_PHONE = /^(home|work|pager|fax|mobile|other|primary)$/

/** The meaning of each column; null for columns that are not read. */
export const columnsOf = (header: readonly string[]): readonly (Column | null)[] => {
  const names = header.map((cell) => cell.trim().normalize('NFC').toLowerCase())
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
