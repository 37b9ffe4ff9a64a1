import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { PHONE_INVALID } from '../contract/profile.ts'
import { phoneText } from '../contract/phone-text.ts'
import { HttpError } from '../http/errors.ts'

/** Numbers without a country code are parsed as North American. */
const HOME = 'US'

/**
 * Parses a phone number into E.164, such as +12125550100. Numbers reserved for examples are accepted: it only has to be
 * possible in the numbering plan.
 * @throws {HttpError} 400, naming the field
 */
export const phoneOf = (text: string): string => {
  const number = parsePhoneNumberFromString(phoneText(text), HOME)
  if (number?.isPossible()) return number.number
  throw new HttpError(400, 'invalid_request', PHONE_INVALID, { fields: { phone_endpoint: PHONE_INVALID } })
}
