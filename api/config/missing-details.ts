import type { Config } from './config.ts'

/**
 * Names of the variables without which the notices that members have to get (Regulation E, 12 CFR 1005.7) do not say whom
 * to call or write to; none outside production, where nobody's money is held.
 */
export const missingDetails = ({
  environment,
  operatorDetails: { name, address, phone },
}: Pick<Config, 'environment' | 'operatorDetails'>): readonly string[] => {
  if (environment !== 'production') return []
  const details = { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_PHONE: phone }
  return Object.entries(details).flatMap(([variable, value]) => (value === null ? [variable] : []))
}
