/** The key that Increase's stand-in accepts, and the one account that it has. */
export const API_KEY = 'increase_key_of_the_stand_in'
export const ACCOUNT_ID = 'account_standin0000000000000'

/** Account numbers, and what becomes of a payout to each; it arrives at any other. */
export const NUMBERS = {
  arrives: '987654321',
  returned: '987654003',
  rejected: '987654777',
  reviewed: '987654666',
  moved: '987654444',
} as const
/** The number that the account that moved has now. */
export const MOVED_TO = '123450000'

/** Banks, by what they take. */
export const ROUTING = {
  realTime: '110000000',
  fedNow: '110000013',
  ach: '110000026',
  none: '800000006',
} as const
