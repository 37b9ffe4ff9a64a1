/**
 * Address book files in the format of each program, with its encodings, line ends, spellings and oddities. People and
 * numbers are made up.
 */
export interface CorpusFile {
  readonly producer: string
  readonly name: string
  readonly bytes: Uint8Array
  /** Name, number to call, type and handle of each contact; omitted values are empty. */
  readonly people: readonly (readonly [name: string, phone?: string, type?: string, handle?: string])[]
  /** Lines of contacts that are left out. */
  readonly leftOut?: readonly number[]
}

const utf8 = (text: string) => new TextEncoder().encode(text)
/** ISO-8859-1; the same as windows-1252 except for 0x80 to 0x9F. */
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const windows1251 = (text: string) =>
  Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0)
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code
  })
const utf16 = (text: string, order: 'le' | 'be', mark: boolean) => {
  const marked = mark ? `\uFEFF${text}` : text
  return Uint8Array.from(
    [...Array(marked.length).keys()].flatMap((at) => {
      const code = marked.charCodeAt(at)
      const [high, low] = [code >> 8, code & 0xff]
      return order === 'le' ? [low, high] : [high, low]
    }),
  )
}
const lines = (...all: readonly string[]) => all.map((line) => `${line}\r\n`).join('')
const card = (version: string, ...properties: readonly string[]) =>
  lines('BEGIN:VCARD', `VERSION:${version}`, ...properties, 'END:VCARD')

const VCARDS: readonly CorpusFile[] = [
  {
    producer: 'Thunderbird, vCard 2.1 with bare QUOTED-PRINTABLE',
    name: 'thunderbird.vcf',
    bytes: utf8(
      lines(
        'begin:vcard',
        'fn;quoted-printable:J=C3=B6rg M=C3=BCller',
        'n;quoted-printable:M=C3=BCller;J=C3=B6rg',
        'org;quoted-printable:B=C3=A4ckerei',
        'adr;quoted-printable:;;Stra=C3=9Fe 1;K=C3=B6ln;;50667;Deutschland',
        'email;internet:joerg@example.org',
        'tel;work:+49 221 5550100',
        'tel;fax:+49 221 5550199',
        'tel;cell:+49 151 5550123',
        'x-mozilla-html:FALSE',
        'version:2.1',
        'end:vcard',
      ),
    ),
    people: [['Jörg Müller', '+49 151 5550123']],
  },
  {
    producer: 'Thunderbird, vCard 4.0',
    name: 'thunderbird.vcf',
    bytes: utf8(
      card(
        '4.0',
        'EMAIL;PREF=1:zoe@example.org',
        'FN:Zoë Example',
        'NICKNAME:zoe',
        'N:Example;Zoë;;;',
        'TEL;VALUE=TEXT;TYPE=fax:+1 206 555 0100',
        'TEL;VALUE=TEXT;TYPE=cell:+1 206 555 0101',
        'UID:e3b0c442-98fc-4c14-9afb-f4c8996fb924',
      ),
    ),
    people: [['Zoë Example', '+1 206 555 0101', '', 'zoe']],
  },
  {
    producer: 'Outlook, vCard 2.1 in windows-1252',
    name: 'Rene.vcf',
    bytes: latin1(
      card(
        '2.1',
        'N;LANGUAGE=fr;CHARSET=Windows-1252:Lefèvre;René',
        'FN;CHARSET=Windows-1252:René Lefèvre',
        'ORG;CHARSET=Windows-1252:Café',
        'TEL;WORK;FAX:+33 1 55 50 01 99',
        'TEL;HOME;VOICE:+33 1 55 50 01 00',
        'TEL;CELL;VOICE:',
        'LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:1 rue de l=',
        'a Paix=0D=0A=',
        '75002 Paris',
        'X-MS-OL-DEFAULT-POSTAL-ADDRESS:2',
        'PHOTO;TYPE=JPEG;ENCODING=BASE64:',
        ' /9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRof',
        '',
        'X-MS-OL-DESIGN;CHARSET=utf-8:<card xmlns="http://schemas.microsoft.com/office/outlook/12/electronicbusinesscards"></card>',
        'REV:20261122T100000Z',
      ),
    ),
    people: [['René Lefèvre', '+33 1 55 50 01 00']],
  },
  {
    producer: 'Outlook, vCard 2.1 in a Cyrillic Windows',
    name: 'ivan.vcf',
    bytes: windows1251(
      card(
        '2.1',
        'N;CHARSET=windows-1251:Иванов;Иван',
        'FN;CHARSET=windows-1251:Иван Иванов',
        'TEL;HOME;VOICE:+7 495 555 01 00',
      ),
    ),
    people: [['Иван Иванов', '+7 495 555 01 00']],
  },
  {
    producer: 'Entourage, UTF-16 without a byte-order mark',
    name: 'entourage.vcf',
    bytes: utf16(
      card('3.0', 'N:Ångström;Anders;;;', 'FN:Anders Ångström', 'TEL;type=WORK;type=pref:+46 8 555 01 00'),
      'le',
      false,
    ),
    people: [['Anders Ångström', '+46 8 555 01 00']],
  },
  {
    producer: 'Mac Address Book 4, UTF-16 big-endian without a byte-order mark',
    name: 'vCards.vcf',
    bytes: utf16(
      card(
        '3.0',
        'N:Naïve;Chloé;;;',
        'FN:Chloé Naïve',
        'ORG:Atelier;',
        'item1.TEL;type=pref:+33 6 55 50 01 00',
        'item1.X-ABLabel:_$!<Other>!$_',
        'TEL;type=HOME;type=FAX:+33 1 55 50 01 99',
        'X-ABUID:5AD380FD-B2DE-4261-BA99-DE1D1DB52FBE\\:ABPerson',
        'CATEGORIES:Famille,Family',
      ),
      'be',
      false,
    ),
    people: [['Chloé Naïve', '+33 6 55 50 01 00', 'family']],
  },
  {
    producer: 'an iPhone, with line ends that were converted twice',
    name: 'iCloud.vcf',
    bytes: utf8(
      card(
        '3.0',
        'PRODID:-//Apple Inc.//iPhone OS 19.1//EN',
        'N:Nakamura;Yui;;;',
        'FN:Yui Nakamura',
        'TEL;type=HOME;type=VOICE:+1 (206) 555-0103',
        'TEL;type=IPHONE;type=CELL;type=VOICE;type=pref:+1 (206) 555-0104',
        'NOTE:Met at the\\nharbour',
      ).replaceAll('\r\n', '\r\r\n'),
    ),
    people: [['Yui Nakamura', '+1 (206) 555-0104']],
  },
  {
    producer: 'Android, vCard 2.1, among them cards with an e-mail alone',
    name: 'contacts.vcf',
    bytes: utf8(
      card(
        '2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E5=B1=B1=E7=94=B0;=E8=8A=B1=E5=AD=90;;;',
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E8=8A=B1=E5=AD=90=20=',
        '=E5=B1=B1=E7=94=B0',
        'TEL;CELL;PREF:+81 90-5550-0100',
        'TEL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=E5=AE=B6):+81 3-5550-0100',
      ) +
        card('2.1', 'EMAIL;HOME:only@example.org') +
        card('2.1', 'N:;;;;', 'FN:', 'TEL;CELL:5550105') +
        card('2.1', 'X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;;1;;;;;;;;;;;;;'),
    ),
    people: [['花子 山田', '+81 90-5550-0100'], ['only@example.org'], ['5550105', '5550105']],
    leftOut: [19],
  },
  {
    producer: 'Android, quoted-printable continued without soft breaks, and a picture that is not folded',
    name: 'contacts.vcf',
    bytes: utf8(
      card(
        '2.1',
        'FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=D0=90=D0=BD=D0=BD=D0=B0=20=D0=9F=D0=B5=D1=82=D1=80',
        '=D0=BE=D0=B2=D0=B0',
        'TEL;HOME:+7 495 555 01 01',
        'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEB',
        'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB',
        'AQH/wAARCAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAACv/EABQQAQAAAA==',
        '',
      ),
    ),
    people: [['Анна Петрова', '+7 495 555 01 01']],
  },
  {
    producer: 'Google, vCard 3.0',
    name: 'contacts.vcf',
    bytes: utf8(
      card(
        '3.0',
        'FN:Ada King Lovelace',
        'N:Lovelace;Ada;King;;',
        'EMAIL;TYPE=INTERNET;TYPE=HOME:ada@example.org',
        'TEL;TYPE=PAGER:+1 206-555-0198',
        'TEL;TYPE=WORK:+1 206-555-0106',
        'TEL;TYPE=CELL:+1 206-555-0107',
        'item1.URL:http\\://example.org',
        'item1.X-ABLabel:PROFILE',
        'CATEGORIES:myContacts,Friends',
      ),
    ),
    people: [['Ada King Lovelace', '+1 206-555-0107', 'friend']],
  },
  {
    producer: 'Evolution, vCard 2.1 and 3.0',
    name: 'evolution.vcf',
    bytes: utf8(
      card(
        '2.1',
        'FN;QUOTED-PRINTABLE:Fran=C3=A7ois',
        'N;QUOTED-PRINTABLE:;Fran=C3=A7ois',
        'TEL;VOICE:555-0108',
      ) +
        card(
          '3.0',
          'X-EVOLUTION-FILE-AS:Curie\\, Marie',
          'X-EVOLUTION-SPOUSE:',
          'FN:Marie Curie',
          'N:Curie;Marie;;;',
          'TEL;X-EVOLUTION-UI-SLOT=1;TYPE="WORK,VOICE":555-0109',
          'TEL;X-EVOLUTION-UI-SLOT=2;TYPE="CELL":555-0110',
        ),
    ),
    people: [
      ['François', '555-0108'],
      ['Marie Curie', '555-0110'],
    ],
  },
  {
    producer: 'KDE, vCard 3.0 and 4.0 with a preference that comes second',
    name: 'kde.vcf',
    bytes: utf8(
      card(
        '3.0',
        'FN;CHARSET=UTF-8:Käthe Kde',
        'N;CHARSET=UTF-8:Kde;Käthe;;;',
        'TEL;TYPE=HOME:555-0111',
        'TEL;TYPE="HOME,PREF":555-0112',
        'X-KADDRESSBOOK-X-Profession:baker',
      ) +
        card(
          '4.0',
          'FN:Konqi',
          'TEL;PREF=2;TYPE="home,voice";VALUE=uri:tel:+49-30-5550113',
          'TEL;PREF=1;TYPE="work,voice";VALUE=uri:tel:+49-30-5550114',
        ),
    ),
    people: [
      ['Käthe Kde', '555-0112'],
      ['Konqi', '+49-30-5550114'],
    ],
  },
  {
    producer: 'Roundcube, vCard 3.0',
    name: 'contacts.vcf',
    bytes: utf8(
      card(
        '3.0',
        'N:;;;;',
        'FN:',
        'ORG:Example\\, Inc.;Sales',
        'EMAIL;TYPE=INTERNET;TYPE=OTHER:sales@example.org',
        'TEL;TYPE=workfax:555-0197',
        'TEL;TYPE=main:555-0115',
        'TEL;TYPE=cell:',
      ),
    ),
    people: [['Example, Inc.', '555-0115']],
  },
  {
    producer: 'Nextcloud, vCard 4.0',
    name: 'Contacts-2026-11-22.vcf',
    bytes: utf8(
      card(
        '4.0',
        'PRODID:-//IDN nextcloud.com//Contacts v8.1.0//EN',
        'FN:Nils Example',
        'ADR;TYPE=HOME:;;;;;;',
        'TEL;TYPE="HOME,VOICE":555-0116',
        'TEL;TYPE="CELL,FAX":555-0196',
        'PHOTO;ENCODING=b;TYPE=png:iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42',
        ' mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'X-SOCIALPROFILE;TYPE=diaspora:',
        'REV;VALUE=DATE-AND-OR-TIME:20261122T100000Z',
      ),
    ),
    people: [['Nils Example', '555-0116']],
  },
]

const CSVS: readonly CorpusFile[] = [
  {
    producer: 'Outlook, a column for each kind of phone',
    name: 'contacts.CSV',
    bytes: latin1(
      lines(
        '"Title","First Name","Middle Name","Last Name","Suffix","Company","Department","Business Fax","Business Phone","Business Phone 2","Home Fax","Home Phone","Mobile Phone","Pager","Primary Phone","Account","Categories","E-mail Address","Nickname"',
        '"","Zoë","Ann","Home","","","","","","","","(206) 555-0120","","","","","Family;Personal","zoe@example.org",""',
        '"","Bob","","Both","Jr.","","","","(206) 555-0121","","","","(206) 555-0122","","","","Business","","bob"',
        '"","","","","","Example, Inc.","","(206) 555-0195","(206) 555-0123","","","","","","","A-17","","",""',
        '"","","","","","","","","","","","","","","","","","mail@example.org",""',
        '"","","","","","","","","","","","","","","","17","","",""',
      ),
    ),
    people: [
      ['Zoë Ann Home', '(206) 555-0120', 'family'],
      ['Bob Both Jr.', '(206) 555-0122', 'business', 'bob'],
      ['Example, Inc.', '(206) 555-0123'],
      ['mail@example.org'],
    ],
    leftOut: [6],
  },
  {
    producer: 'Outlook in German, with semicolons',
    name: 'Kontakte.csv',
    bytes: latin1(
      lines(
        'Vorname;Weitere Vornamen;Nachname;Firma;Fax geschäftlich;Telefon geschäftlich;Telefon (privat);Mobiltelefon;Kategorien;E-Mail-Adresse;Spitzname',
        'Jürgen;;Groß;;;030 5550124;;0151 5550125;;;',
        'Käthe;Maria;Weiß;;030 5550194;;030 5550126;;Familie;;kathi',
      ),
    ),
    people: [
      ['Jürgen Groß', '0151 5550125'],
      ['Käthe Maria Weiß', '030 5550126', '', 'kathi'],
    ],
  },
  {
    producer: 'Thunderbird',
    name: 'abook.csv',
    bytes: utf8(
      lines(
        'First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,Home Phone,Fax Number,Pager Number,Mobile Number,Home Address,Organization,Custom 1,Notes',
        'Uma,Thunder,,,uma@example.org,,,555-0127,555-0128,555-0193,555-0192,555-0129,,,,',
        ',,Ulf Display,ulf,,,,,555-0130,,,,,,,',
        ',,,,,second@example.org,,,,,,,,,,',
      ),
    ),
    people: [['Uma Thunder', '555-0129'], ['Ulf Display', '555-0130', '', 'ulf'], ['second@example.org']],
  },
  {
    producer: 'Google before 2024, typed columns and several values in a cell',
    name: 'google.csv',
    bytes: utf8(
      lines(
        'Name,Given Name,Additional Name,Family Name,Yomi Name,Nickname,Notes,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,Organization 1 - Type,Organization 1 - Name',
        'Gus Google,Gus,,Google,,,,* myContacts ::: Friends,* Home,gus@example.org ::: g@example.org,Work Fax,555-0191,Mobile,555-0131 ::: 555-0132,,',
        ',,,,,,,* myContacts,* Other,,Home,555-0133,* Work,555-0134,,Google Cafe',
        ',,,,,,,* myContacts,* Home,a@example.org ::: b@example.org,,,,,,',
      ),
    ),
    people: [['Gus Google', '555-0131', 'friend'], ['Google Cafe', '555-0134'], ['a@example.org']],
  },
  {
    producer: 'Google today',
    name: 'contacts.csv',
    bytes: utf8(
      lines(
        'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
        'Gia,Rosa,Google,,Dr.,,,,,,,,* myContacts ::: Family,,,Home,+1 206-555-0135,Mobile,+1 206-555-0136',
        ',,,,,,,Filed Name,,,,,* myContacts,,,Pager,555-0190,Custom,555-0137',
      ),
    ),
    people: [
      ['Dr. Gia Rosa Google', '+1 206-555-0136', 'family'],
      ['Filed Name', '555-0137'],
    ],
  },
  {
    producer: 'Yahoo',
    name: 'yahoo_contacts.csv',
    bytes: utf8(
      lines(
        '"First","Middle","Last","Nickname","Email","Category","Distribution Lists","Messenger ID","Home","Work","Pager","Fax","Mobile","Other","Yahoo Phone","Primary"',
        '"Yan","","Yahoo","yan","yan@example.org","colleagues","","","555-0138","555-0139","555-0189","555-0188","","","",""',
        '"Yip","K.","Yahoo","","","","","","555-0140","","","","555-0141","","",""',
      ),
    ),
    people: [
      ['Yan Yahoo', '555-0138', 'colleague', 'yan'],
      ['Yip K. Yahoo', '555-0141'],
    ],
  },
  {
    producer: 'a spreadsheet, as text of UTF-16 with tabs',
    name: 'people.txt',
    bytes: utf16(lines('Name\tTelephone\tType', 'Łukasz Arkusz\t+48 22 555 01 42\tfriend'), 'le', true),
    people: [['Łukasz Arkusz', '+48 22 555 01 42', 'friend']],
  },
]

export const CORPUS = [...VCARDS, ...CSVS]
