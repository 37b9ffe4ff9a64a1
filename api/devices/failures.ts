import type { ProvisioningFailure } from './carrier.ts'

/** Messages of failures, with what the member can do. */
export const FAILURE_SENTENCES: Readonly<Record<ProvisioningFailure, string>> = {
  out_of_numbers: 'No phone numbers are available right now. Try again later, or delete the device.',
  provisioning_failed: 'The network could not set up this eSIM. Try again, or delete the device.',
}

/** The same message with the device's label. */
export const failureOf = (label: string, failure: ProvisioningFailure): string =>
  failure === 'out_of_numbers'
    ? `${label}: No phone numbers are available right now. Try again later, or delete the device.`
    : `${label}: The network could not set up this eSIM. Try again, or delete the device.`
