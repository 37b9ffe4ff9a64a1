import { describe, expect, it } from 'vitest'
import { ContactPhone } from '../../../api/contract/contacts.ts'
import { normalPhoneNumber } from '../../../api/contacts/phone-number.ts'

describe('a phone number', () => {
  it.each([
    ['(206) 555-0119', undefined, '+12065550119'],
    [' 1-206-555-0119 ', undefined, '+12065550119'],
    ['030 123456', 'DE', '+4930123456'],
    ['٠٣٠١٢٣٤٥٦', 'DE', '+4930123456'],
    ['+44 20 7946 0018', 'US', '+442079460018'],
    ['tel:+1-206-555-0119', 'US', '+12065550119'],
    ['+1 555 555 0101', 'US', '+15555550101'],
    ['555-0119', 'US', '555-0119'],
    ['112', 'DE', '112'],
    ['206-555-0119 ext 5', 'US', '206-555-0119 ext 5'],
    ['491512345678.0', 'DE', '+491512345678'],
    ['+491512345678,00', 'US', '+491512345678'],
    ['2065550119.0', 'US', '+12065550119'],
    ['206.555.0100', 'US', '+12065550100'],
    ['\u202A+1 206 555 0119\u202C', 'US', '+12065550119'],
    ['front desk', 'US', 'front desk'],
    ['(206) 555-0119', 'XX', '+12065550119'],
    ['', 'US', ''],
  ])('%j typed in %s becomes %j', (typed, country, kept) => {
    expect(normalPhoneNumber(typed, country)).toBe(kept)
  })

  it.each(['112', '٠٣٠', 'desk 5', ''])('%j may be kept as one', (typed) =>
    expect(ContactPhone.safeParse(typed).success).toBe(true),
  )
  it.each(['4.91512E+11', '4,91512345678E+11', '5e9'])('%j has lost digits and is refused', (typed) =>
    expect(ContactPhone.safeParse(typed).error?.issues[0]?.message).toMatch(/^A spreadsheet has shortened/),
  )
  it.each(['front desk', '+', '-'])('%j has no digit and is none', (typed) =>
    expect(ContactPhone.safeParse(typed).error?.issues[0]?.message).toBe('A phone number has digits.'),
  )
})
