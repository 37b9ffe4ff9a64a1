import { describe, expect, it } from 'vitest'
import { readCsv as readCsvBytes } from '../../../web/pages/contacts/files/read-csv.ts'
import { ENCODINGS } from '../../../web/pages/contacts/files/csv-encoding.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const contacts = (text: string) =>
  readCsvBytes(bytes(text)).contacts.map(({ contact_name, phone_number }) => [contact_name, phone_number])

describe('a table', () => {
  it.each([
    ['two columns with semicolons', 'Name;Phone\nAda;1'],
    ['two columns with tabs', 'Name\tPhone\nAda\t1'],
    ['two columns with bars', 'Name|Phone\nAda|1'],
    ['commas within its cells', 'Name;Phone;Notes\nAda;1;"a, b, c, d"'],
    ['a separator that it names', 'sep=;\nName;Phone\nAda;1'],
    ['a separator that it names in quotes', '"sep=\t"\r\nName\tPhone\r\nAda\t1'],
    ['line breaks of several kinds', 'Name,Phone\r\nAda,1\rBob,2\nCarl,3'],
    ['line breaks of several kinds within cells', 'Name,Phone,Notes\r\nAda,1,"a\rb\nc"\rBob,2,\n'],
    ['blanks before quotation marks', 'Name, "Phone"\n "Ada", "1"'],
    ['blanks after quotation marks', '"Name" ,"Phone"\n"Ada" ,"1" '],
    ['commas in cells behind a blank', 'Name, Phone\n"Ada", "1"'],
    ['a blank before a quotation mark within a cell', 'Name,Notes,Phone\nAda,"say ""a"", ""b""",1'],
  ])('with %s is read', (_what, text) => {
    expect(contacts(text)[0]).toEqual(['Ada', '1'])
    expect(readCsvBytes(bytes(text)).problems).toEqual([])
  })

  it('keeps a comma in a name that is quoted behind a blank', () => {
    expect(contacts('Name, Phone\n "Lovelace, Ada", 1')).toEqual([['Lovelace, Ada', '1']])
  })

  it('counts all its lines, whatever ends them', () => {
    const { problems } = readCsvBytes(bytes('sep=,\rName,Phone\r\nAda,"1\r\n2"\nBob,2,3\r'))
    expect(problems).toMatchObject([{ line: 5 }])
  })
})

/** The bytes of a text in an encoding of one or two bytes a letter. */
const encoded = (text: string, encoding: string): Uint8Array => {
  const decoder = new TextDecoder(encoding)
  const known = new Map<string, readonly number[]>()
  for (let high = 0; high < 256; high += 1) {
    const alone = decoder.decode(Uint8Array.of(high))
    if (alone.length === 1 && alone !== '\uFFFD') known.set(alone, [high])
    if (high > 0x80)
      for (let low = 0x40; low < 256; low += 1) {
        const pair = decoder.decode(Uint8Array.of(high, low))
        if (Array.from(pair).length === 1 && pair !== '\uFFFD' && !known.has(pair))
          known.set(pair, [high, low])
      }
  }
  return Uint8Array.from(Array.from(text).flatMap((letter) => known.get(letter) ?? [63]))
}

describe('a table that is no Unicode', () => {
  it.each([
    ['windows-1251', 'Имя;Фамилия;Рабочий факс;Мобильный телефон', 'Анна;Каренина;1;2', 'Анна Каренина'],
    ['koi8-r', 'Имя;Фамилия;Рабочий факс;Мобильный телефон', 'Анна;Каренина;1;2', 'Анна Каренина'],
    ['euc-kr', '이름,성,회사 팩스,휴대폰', '영희,김,1,2', '김영희'],
    ['gbk', '名,姓,商务传真,移动电话', '小明,王,1,2', '王小明'],
    ['windows-1254', 'Adı;Soyadı;Faks;Cep Telefonu', 'Işıl;Şahin;1;2', 'Işıl Şahin'],
    ['macintosh', 'Vorname;Nachname;Fax;Mobiltelefon;Société', 'Jörg;Müller;1;2;', 'Jörg Müller'],
  ])('is recognised by its columns: %s', (encoding, header, row, name) => {
    const file = encoded(`${header}\r\n${row}`, encoding)
    const read = readCsvBytes(file)
    expect(read).toMatchObject({ problems: [], contacts: [{ contact_name: name, phone_number: '2' }] })
    expect(read.encoding).toBe(encoding)
    expect(ENCODINGS).toHaveProperty(encoding)
  })

  it('with a separator that it names is recognised too', () => {
    expect(readCsvBytes(encoded('sep=;\nИмя;Фамилия\nАнна;Каренина', 'windows-1251')).contacts).toMatchObject(
      [{ contact_name: 'Анна Каренина' }],
    )
  })

  it('is UTF-8 where a single byte is broken', () => {
    const rows = Array.from({ length: 20 }, (_, index) => `Müller ${index}`).join('\n')
    const file = Uint8Array.from([...bytes(`Name\n${rows}\n`), 0xff, 0x0a])
    const read = readCsvBytes(file)
    expect(read.encoding).toBe('utf-8')
    expect(read.contacts[0]?.contact_name).toBe('Müller 0')
  })

  it.each(Object.keys(ENCODINGS))('can be read as %s', (encoding) => {
    expect(new TextDecoder(encoding).encoding).toBe(encoding)
  })
})
