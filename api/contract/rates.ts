/** What balances earn a year, in percent, as the app says it where it has no answer that says so. */
export const APY_PERCENT = { usd: '4.5', stakedYut: '8.2' } as const
