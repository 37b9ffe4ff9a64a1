import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js'

/** Where numbers without a country code are read when nobody says otherwise: our carrier's home. */
const DEFAULT_PHONE_COUNTRY: CountryCode = 'US'

/**
 * A phone number in E.164 where the text is one, in international format or in the national format of
 * `country`. Anything else stays as it was typed: a short code, an extension, a local number, words.
 */
export const normalPhoneNumber = (typed: string, country: string = DEFAULT_PHONE_COUNTRY): string => {
  const text = typed.trim()
  const region = isSupportedCountry(country) ? country : DEFAULT_PHONE_COUNTRY
  const parsed = parsePhoneNumberFromString(text, region)
  // E.164 has no place for an extension: it would be lost.
  if (!parsed || parsed.ext !== undefined) return text
  // Ranges set aside for tests are possible and not valid; with a country code they are meant as they stand.
  return parsed.isValid() || (text.startsWith('+') && parsed.isPossible()) ? parsed.number : text
}
