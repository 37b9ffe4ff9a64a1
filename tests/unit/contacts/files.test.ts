import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ofInertText } from '../../../api/contract/csv.ts'
import { contactsCsv, textCell } from '../../../web/pages/contacts/files/csv.ts'
import { readCsv as readCsvBytes } from '../../../web/pages/contacts/files/read-csv.ts'
import { readVcards as readVcardBytes } from '../../../web/pages/contacts/files/read-vcard.ts'
import { givenText } from '../../../api/contract/given-text.ts'
import { FILE_BYTES_MAX, NameUnknown, readContacts } from '../../../web/pages/contacts/files/read.ts'
import { contactsVcard } from '../../../web/pages/contacts/files/vcard.ts'
import { person } from './people.ts'

const fileOf = (content: BlobPart, name = 'contacts.csv') => new File([content], name)
/** Text as bytes of an encoding with one byte for each character; what it lacks is a question mark. */
const encoded = (text: string, encoding: string): Uint8Array => {
  const label = encoding === 'latin1' ? 'windows-1252' : encoding
  const all = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Uint8Array.from(Array.from(text), (one) => (all.includes(one) ? all.indexOf(one) : 63))
}
const readCsv = (text: string) => readCsvBytes(new TextEncoder().encode(text))
const readVcards = (text: string) => readVcardBytes(new TextEncoder().encode(text))
const told = (read: { contacts: readonly unknown[]; problems: readonly unknown[] }) => [
  read.contacts.length,
  read.problems,
]

describe('a CSV cell', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['+cmd|x', `"'+cmd|x"`],
    ['-2', `"'-2"`],
    ['@ada', `"'@ada"`],
    ['  =HYPERLINK("http://x")', `"'  =HYPERLINK(""http://x"")"`],
    ['\t=1', `"'\t=1"`],
    ['＝1', `"'＝1"`],
    ['\u200B=1', `"'\u200B=1"`],
    ['+12065550119', '"+12065550119"'],
    ['a "quoted", one', '"a ""quoted"", one"'],
    ["O'Neil", `"O'Neil"`],
  ])('of %j runs nowhere', (text, cell) => {
    expect(textCell(text)).toBe(cell)
  })

  it('is read back as what it was', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^'[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^'[\t\r\n]/u.test(text))
        expect(ofInertText(textCell(text).slice(1, -1).replaceAll('""', '"'))).toBe(text)
      }),
    )
  })
})

const PEOPLE = [
  person('Ann "the" O\'Neil, jr.', { contact_handle: '@ann', phone_number: '+12065550119' }),
  person('=cmd|"/c calc"!A1', { contact_type: 'business' }),
  person('👩‍👩‍👧‍👦 Familie; Müller\\', { phone_number: 'front desk, ask for 5', contact_type: 'family' }),
  person('ליאורה כהן', { contact_type: 'other' }),
  person('x'.repeat(200), { contact_type: 'colleague' }),
]
const asLines = PEOPLE.map((one) => ({
  contact_name: one.contact_name,
  contact_handle: one.contact_handle ?? '',
  phone_number: one.phone_number ?? '',
  contact_type: one.contact_type,
}))
const withoutLines = (read: ReturnType<typeof readCsv>) =>
  read.contacts.map(({ line: _line, ...rest }) => rest)

describe('an export', () => {
  it('as CSV begins with a byte-order mark and is read back whole', () => {
    const csv = contactsCsv(PEOPLE)
    expect(csv.startsWith('\uFEFF"Name","Handle","Phone","Type","Added"\r\n')).toBe(true)
    expect(withoutLines(readCsv(csv))).toEqual(asLines)
    expect(readCsv(csv).problems).toEqual([])
  })

  it('as vCard has no line over 75 bytes and is read back whole', () => {
    const vcard = contactsVcard(PEOPLE)
    for (const line of vcard.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(withoutLines(readVcards(vcard))).toEqual(asLines)
    expect(readVcards(vcard).problems).toEqual([])
  })

  it('keeps a name that looks like card syntax a name', () => {
    const vcard = contactsVcard([person('x\nEND:VCARD\nBEGIN:VCARD\nFN:evil')])
    expect(vcard.match(/BEGIN:VCARD\r\n/g)).toHaveLength(1)
    expect(readVcards(vcard).contacts).toHaveLength(1)
  })
})

describe('a CSV file', () => {
  it.each([
    ['Google', 'First Name,Last Name,Phone 1 - Value\nAda,Lovelace,+1 206 555 0119'],
    ['a German Excel', 'Name;Phone\nAda Lovelace;+1 206 555 0119'],
    ['tabs', 'full name\tMobile\nAda Lovelace\t+1 206 555 0119'],
    ['a byte-order mark', '\uFEFFName,Phone\r\nAda Lovelace,+1 206 555 0119\r\n'],
    ['blank lines', '\n\nName,Phone\n\nAda Lovelace,+1 206 555 0119\n,\n\n'],
  ])('of %s is understood', (_what, text) => {
    const { contacts, problems } = readCsv(text)
    expect(problems).toEqual([])
    expect(contacts).toMatchObject([{ contact_name: 'Ada Lovelace', phone_number: '+1 206 555 0119' }])
  })

  it('tells the line that each contact begins in, also after cells of several lines', () => {
    const { contacts } = readCsv('Name,Note\n"A","one\ntwo\nthree"\nB,x\n')
    expect(contacts.map(({ line, contact_name }) => [line, contact_name])).toEqual([
      [2, 'A'],
      [5, 'B'],
    ])
  })

  it('names lines with too many cells, and leaves out nothing silently', () => {
    expect(told(readCsv('Name,Phone\nAda,1\nLovelace, Ada,2\nBob,3'))).toEqual([
      2,
      [{ line: 3, error: expect.stringContaining('This line has 3 cells, the first line has 2.') }],
    ])
  })

  it('names the line of a quotation mark that is not closed', () => {
    const { problems } = readCsv('Name,Phone\nAda,1\n"Bob,2\nCarl,3')
    expect(problems).toMatchObject([
      {
        line: 3,
        error: expect.stringContaining('opened and not closed, so nothing from here on can be read'),
      },
    ])
  })

  it('without a column for names is refused', () => {
    for (const text of ['', 'a\n1', 'a,b', 'a,b\n,'])
      expect(() => readCsv(text), text).toThrow(/one of them has to be Name/)
  })

  // What is known of it would serve as a name: an e-mail address or a company.
  it('of which no column is known as the name asks, and is read as it is answered', () => {
    const text =
      'Kto,E-mail,Gdzie,Firma\nAda Lovelace,ada@a.example,+1 206 555 0119,Engines\nGrace,g@a.example,,'
    const asked = (): unknown => {
      try {
        return readCsv(text)
      } catch (error) {
        return error
      }
    }
    expect(asked()).toBeInstanceOf(NameUnknown)
    expect(asked()).toMatchObject({
      phone: null,
      columns: [
        { place: 0, title: 'Kto', example: 'Ada Lovelace' },
        { place: 1, title: 'E-mail', example: 'ada@a.example' },
        { place: 2, title: 'Gdzie', example: '+1 206 555 0119' },
        { place: 3, title: 'Firma', example: 'Engines' },
      ],
    })
    const bytes = new TextEncoder().encode(text)
    expect(readCsvBytes(bytes, { columns: { name: 0, phone: 2 } }).contacts).toMatchObject([
      { contact_name: 'Ada Lovelace', phone_number: '+1 206 555 0119' },
      { contact_name: 'Grace', phone_number: '' },
    ])
    expect(readCsvBytes(bytes, { columns: { name: 3, phone: null } }).contacts).toMatchObject([
      { contact_name: 'Engines', phone_number: '' },
      { contact_name: 'g@a.example', phone_number: '' },
    ])
  })

  it('of which only a middle name or a suffix is known asks too, and accents may be written apart', () => {
    for (const known of ['Middle Name', 'Suffix'])
      expect(() => readCsv(`Keresztnév,Vezetéknév,${known},E-mail\nAda,Lovelace,,a@a.example`)).toThrow(
        NameUnknown,
      )
    expect(readCsv(`${'Prénom'.normalize('NFD')},Nom\nAda,Lovelace`).contacts).toMatchObject([
      { contact_name: 'Ada Lovelace' },
    ])
  })

  // Headers of Outlook's export, shortened; bytes in the encoding of that Windows.
  it.each([
    [
      'French',
      'latin1',
      'Titre;Prénom;Nom;Société;Télécopie (bureau);Téléphone (bureau);Tél. mobile;Adresse de messagerie',
    ],
    [
      'Spanish',
      'latin1',
      'Tratamiento;Nombre;Apellidos;Organización;Fax del trabajo;Teléfono del trabajo;Móvil;Dirección de correo electrónico',
    ],
    [
      'Italian',
      'latin1',
      'Titolo;Nome;Cognome;Società;Fax (uff.);Ufficio;Cellulare;Indirizzo posta elettronica',
    ],
    [
      'Portuguese',
      'latin1',
      'Título;Nome;Sobrenome;Empresa;Fax comercial;Telefone comercial;Celular;Endereço de email',
    ],
    [
      'Dutch',
      'latin1',
      'Titel;Voornaam;Achternaam;Bedrijf;Fax op werk;Telefoon op werk;Mobiele telefoon;E-mailadres',
    ],
    [
      'Swedish',
      'latin1',
      'Titel;Förnamn;Efternamn;Företag;Fax, arbete;Telefon, arbete;Mobiltelefon;E-postadress',
    ],
    [
      'Polish',
      'windows-1250',
      'Tytuł;Imię;Nazwisko;Firma;Faks służbowy;Telefon służbowy;Telefon komórkowy;Adres e-mail',
    ],
    [
      'Czech',
      'windows-1250',
      'Titul;Jméno;Příjmení;Společnost;Fax do zaměstnání;Telefon do zaměstnání;Mobilní telefon;E-mailová adresa',
    ],
  ])('of %s Outlook gives names and the number to call', (_language, encoding, header) => {
    const bytes = encoded(`${header}\r\n;Łukasz;Ďábel;Firm;1;2;+48 600 000 000;l@a.example`, encoding)
    const name = encoding === 'latin1' ? /^.+ .+$/ : /^Łukasz Ďábel$/
    expect(readCsvBytes(bytes)).toMatchObject({
      problems: [],
      contacts: [{ contact_name: expect.stringMatching(name), phone_number: '+48 600 000 000' }],
    })
  })

  it.each([
    // 敬称,名,姓,会社名,会社 FAX,会社電話,携帯電話 / ,太郎,山田,会社,1,2,3
    [
      'Japanese',
      '8c688fcc2c96bc2c90a92c89ef8ed096bc2c89ef8ed0204641582c89ef8ed0936498622c8c6791d1936498620a2c91be98592c8e5293632c89ef8ed02c312c322c33',
      '山田太郎',
    ],
    // 頭銜,名字,姓氏,公司,商務傳真,商務電話,行動電話 / ,小明,王,公司,1,2,3
    [
      'Chinese',
      'c059bbce2ca657a6722ca96da4f32ca4bda5712cb0d3b0c8b6c7af752cb0d3b0c8b971b8dc2ca6e6b0cab971b8dc0a2ca470a9fa2ca4fd2ca4bda5712c312c322c33',
      '王小明',
    ],
  ])('of %s Outlook begins names with the family’s', (_language, hex, name) => {
    expect(readCsvBytes(Buffer.from(hex, 'hex'))).toMatchObject({
      contacts: [{ contact_name: name, phone_number: '3' }],
    })
  })
})

describe('a vCard file', () => {
  it('of version 2.1 with quoted-printable is understood', () => {
    const text =
      'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:N=C3=BA=C3=B1ez;Jos=\n=C3=A9;;;\nTEL;HOME:1\nTEL;CELL;PREF:+12065550119\nEND:VCARD\n'
    expect(readVcards(text).contacts).toEqual([
      {
        line: 1,
        contact_name: 'José Núñez',
        contact_handle: '',
        phone_number: '+12065550119',
        contact_type: '',
      },
    ])
  })

  it('of version 4.0 with groups, quoted parameters and folding is understood', () => {
    const text =
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\n  Love\r\n lace\r\nitem1.TEL;VALUE=uri;TYPE="cell,voice":tel:+1-206-555-0119\r\nCATEGORIES:People\\, all,Family\r\nPHOTO:data:image/png;base64,AAAA\r\n BBBB\r\nEND:VCARD'
    expect(readVcards(text).contacts).toMatchObject([
      { contact_name: 'Ada Lovelace', phone_number: '+1-206-555-0119', contact_type: 'family' },
    ])
  })

  it('that is broken loses nobody: cards without an end, lines of no card, an agent inside', () => {
    const text =
      'BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nnonsense\nFN:B\nAGENT:\nBEGIN:VCARD\nFN:Agent\nEND:VCARD\nEND:VCARD\nFN:C\nEND:VCARD\nBEGIN:VCARD\nFN:D'
    const { contacts, problems } = readVcards(text)
    expect(contacts.map(({ contact_name: name }) => name)).toEqual(['A', 'B', 'D'])
    expect(problems).toEqual([{ line: 7, error: expect.stringMatching(/^Agent: It is a card inside/) }])
    const inValue = 'BEGIN:VCARD\nVERSION:3.0\nFN:A\nAGENT:BEGIN:VCARD\\nFN:Agent\\nEND:VCARD\\n\nEND:VCARD'
    expect(readVcards(inValue)).toMatchObject({
      contacts: [{ contact_name: 'A' }],
      problems: [{ line: 4, error: expect.stringMatching(/^Agent: It is a card inside/) }],
    })
  })

  it.each(['KIND', 'X-ADDRESSBOOKSERVER-KIND'])('says of a group (%s) that it is none to call', (kind) => {
    const text = `BEGIN:VCARD\nVERSION:4.0\n${kind}:group\nFN:Friends\nMEMBER:urn:uuid:1\nEND:VCARD\nBEGIN:VCARD\nKIND:individual\nFN:B\nEND:VCARD`
    expect(readVcards(text)).toMatchObject({
      contacts: [{ contact_name: 'B' }],
      problems: [{ line: 1, error: expect.stringMatching(/^Friends: It is a group/) }],
    })
  })

  it('leaves out who has nothing to be called by, and says where', () => {
    const text = 'BEGIN:VCARD\nNOTE:x\nTEL;FAX:1\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD'
    expect(readVcards(text)).toMatchObject({ contacts: [{ contact_name: 'B' }], problems: [{ line: 1 }] })
  })
})

describe('a file', () => {
  it('is text in UTF-8, UTF-16 or the letters of old Windows', () => {
    expect(givenText(new TextEncoder().encode('Müller'))).toBe('Müller')
    expect(givenText(new Uint8Array([0xff, 0xfe, 0x4d, 0, 0xfc, 0]))).toBe('Mü')
    expect(givenText(new Uint8Array([0xfe, 0xff, 0, 0x4d, 0, 0xfc]))).toBe('Mü')
    expect(givenText(new Uint8Array([0x4d, 0xfc]))).toBe('Mü')
  })

  it('is told apart by its content, then by its name', async () => {
    const vcard = 'BEGIN:VCARD\nFN:A\nEND:VCARD'
    expect((await readContacts(fileOf(vcard, 'x.txt'))).contacts).toHaveLength(1)
    expect((await readContacts(fileOf('\uFEFF' + vcard, 'x'))).contacts).toHaveLength(1)
    expect((await readContacts(fileOf('Name\nA', 'x.txt'))).contacts).toHaveLength(1)
  })

  it('that cannot be used says why', async () => {
    await expect(readContacts(fileOf('Name\n'))).rejects.toThrow('There are no contacts in this file.')
    await expect(readContacts(fileOf('', 'a.vcf'))).rejects.toThrow('There are no contacts in this file.')
    await expect(readContacts(fileOf(new Uint8Array([1, 0, 2, 0, 0, 5])))).rejects.toThrow('not a text file')
    const large = fileOf(new Uint8Array(FILE_BYTES_MAX + 1))
    await expect(readContacts(large)).rejects.toThrow('larger than 20 MB')
    const many = `Name\n${'x\n'.repeat(5_001)}`
    await expect(readContacts(fileOf(many))).rejects.toThrow('at most 5,000 contacts')
  })
})
