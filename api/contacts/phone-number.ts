import { isQuantity, phoneText } from '../contract/phone-text.ts'
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js'

/** Default country of numbers without a country code: our carrier's home. */
const DEFAULT_PHONE_COUNTRY: CountryCode = 'US'

/**
 * The phone number in E.164, if the text is one in international format or in the national format of `country`. Any
 * other text is returned as typed: a short code, an extension, a local number, words.
 */
export const normalPhoneNumber = (typed: string, country: string = DEFAULT_PHONE_COUNTRY): string => {
  const text = phoneText(typed).trim()
  const region = isSupportedCountry(country) ? country : DEFAULT_PHONE_COUNTRY
  const abroad = isQuantity(typed) && text.startsWith(getCountryCallingCode(region)) ? `+${text}` : null
  const whole = abroad === null ? undefined : parsePhoneNumberFromString(abroad)
  const parsed = whole?.isValid() ? whole : parsePhoneNumberFromString(text, region)
  // E.164 cannot represent an extension: it would be lost.
  if (!parsed || parsed.ext !== undefined) return text
  // Ranges reserved for tests are possible but not valid; with a country code they are accepted as typed.
  return parsed.isValid() || (text.startsWith('+') && parsed.isPossible()) ? parsed.number : text
}
