/** The Luhn check digit of a row of digits (ISO/IEC 7812-1, annex B), the last digit of an ICCID (ITU-T E.118). */
export const luhnDigit = (digits: string): number => {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const weighted = index % 2 === 0 ? digit * 2 : digit
      return total + (weighted > 9 ? weighted - 9 : weighted)
    }, 0)
  return (10 - (sum % 10)) % 10
}

/** Telecommunications (89), country code 1, and an unassigned issuer number. */
const ICCID_PREFIX = '891999'

/** A 19-digit ICCID for an account number of up to twelve digits. */
export const iccidOf = (account: bigint): string => {
  const body = `${ICCID_PREFIX}${account.toString().padStart(12, '0')}`
  return `${body}${luhnDigit(body)}`
}

const AREA_CODES = '202 206 212 213 214 216 303 305 312 313 314 404 412 415 503 504 512 602 612 702'.split(
  ' ',
)

/** Numbers for fiction: 555-0100 to 555-0199 of each area code (ATIS-0300115). */
const LINES_PER_AREA = 100

export const NUMBER_COUNT = AREA_CODES.length * LINES_PER_AREA

/** The numbers of the sandbox in E.164, by `index` from 0 to `NUMBER_COUNT` - 1, then repeating. */
export const numberAt = (index: number): string => {
  const place = index % NUMBER_COUNT
  const area = AREA_CODES[Math.floor(place / LINES_PER_AREA)] ?? ''
  return `+1${area}5550${LINES_PER_AREA + (place % LINES_PER_AREA)}`
}
