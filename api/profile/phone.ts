import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { PHONE_INVALID } from '../contract/profile.ts'
import { HttpError } from '../http/errors.ts'

/** Numbers without a country code are read as North American. */
const HOME = 'US'

/**
 * A phone number in E.164, such as +12125550100. Numbers that are kept for examples are fine: what counts is
 * that the numbering plan has room for it.
 * @throws {HttpError} 400, naming the field
 */
export const phoneOf = (text: string): string => {
  const number = parsePhoneNumberFromString(text, HOME)
  if (number?.isPossible()) return number.number
  throw new HttpError(400, 'invalid_request', PHONE_INVALID, { fields: { phone_endpoint: PHONE_INVALID } })
}
