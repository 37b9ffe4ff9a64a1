import { deviceEntry } from '../../../data/device-entry.ts'
import { languageOf } from '../../../texts/texts.ts'

const FALLBACK = 'US'

/** The region of the browser's language. */
const ownRegion = (): string => {
  try {
    const region = new Intl.Locale(navigator.language).maximize().region ?? FALLBACK
    return /^[A-Z]{2}$/.test(region) ? region : FALLBACK
  } catch {
    return FALLBACK
  }
}

const chosen = deviceEntry(
  'youtility.phone-country',
  (text) => (text !== null && /^[A-Z]{2}$/.test(text) ? text : ownRegion()),
  (country) => country,
)

export const choosePhoneCountry = chosen.set
/** Country assumed for phone numbers without a country code, as an ISO 3166-1 code. */
export const usePhoneCountry = chosen.use

/** Countries that our members call from and to; the browser's own is added. */
const OFFERED =
  'AR AT AU BE BR CA CH CL CN CO CZ DE DK EG ES FI FR GB GR HU IE IL IN IT JP KE KR MX NG NL NO NZ PE PH PL PT RO SE SG TH TR UA US VN ZA'

let names: Intl.DisplayNames | undefined

/** The country's name in the language of the page. */
export const countryName = (country: string): string => {
  names ??= new Intl.DisplayNames([languageOf()], { type: 'region' })
  return names.of(country) ?? country
}

/** Options sorted by name; always includes `country`. */
export const countryOptions = (country: string) =>
  [...new Set([...OFFERED.split(' '), ownRegion(), country])]
    .map((value) => ({ value, label: countryName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, languageOf()))
