import type { ProvisioningFailure } from './carrier.ts'

/** What went wrong and what the member can do. */
export const FAILURE_SENTENCES: Readonly<Record<ProvisioningFailure, string>> = {
  out_of_numbers: 'No phone numbers are available right now. Try again later, or delete the device.',
  provisioning_failed: 'The network could not set up this eSIM. Try again, or delete the device.',
}
