/** The rate limits lifted: a run of many requests from one address is about something else. */
export const NO_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'ADDRESS_PER_MINUTE',
    'SIGN_IN_PER_MINUTE',
    'MONEY_PER_MINUTE',
    'LOOKUP_PER_MINUTE',
    'HEAVY_PER_MINUTE',
    'LOOP_MS',
  ].map((name) => [`RATE_LIMIT_${name}`, '0']),
)
