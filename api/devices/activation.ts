import type { Activation } from '../contract/devices.ts'

/**
 * Parses an activation code (GSMA SGP.22, 4.1): `LPA:1$<SM-DP+ address>$<matching id>[$<OID>[$<flag>]]`; the flag 1
 * requires a confirmation code. Null: not an activation code.
 */
export const partsOf = (
  code: string,
): Pick<Activation, 'smdp_address' | 'matching_id' | 'confirmation_code_required'> | null => {
  const match = /^LPA:1\$([A-Za-z0-9.-]+)\$([A-Z0-9-]*)(?:\$([0-9.]*)(?:\$(1)?)?)?$/.exec(code)
  const [, address, matchingId] = match ?? []
  if (code.length > 255 || address === undefined || matchingId === undefined) return null
  return {
    smdp_address: address,
    matching_id: matchingId,
    confirmation_code_required: match?.[4] === '1',
  }
}

/**
 * Links that install an eSIM on the device itself: Apple's universal link (iOS 17.4 and later) and Google's (Android 10
 * and later, where the maker supports it).
 */
export const installLinks = (code: string): Activation['install_links'] => {
  const query = `esim_qrcode_provisioning?carddata=${encodeURIComponent(code)}`
  return {
    ios: `https://esimsetup.apple.com/${query}`,
    android: `https://esimsetup.android.com/${query}`,
  }
}
