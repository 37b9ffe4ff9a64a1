import { derivedId } from '../../../events/ids.ts'

/** Four members have a wallet, the fifth has closed it, the sixth has never opened one. */
export const NAMES = ['ada', 'grace', 'katherine', 'edsger', 'alan', 'barbara'] as const
export const MEMBERS = NAMES.map((name) => derivedId('member', name))
