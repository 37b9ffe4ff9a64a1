import * as z from 'zod'
import { EncryptedText } from './encrypted-text.ts'

export const POOL_TYPES = ['index_fund', 'dividend_stocks', 'bonds', 'crypto', 'mixed'] as const
export type PoolType = (typeof POOL_TYPES)[number]
export const RISK_PROFILES = ['conservative', 'moderate', 'aggressive'] as const
export type RiskProfile = (typeof RISK_PROFILES)[number]

/** What a member decides on when they create a pool; the name is encrypted, see {@link EncryptedText}. */
export const PoolTerms = z.strictObject({
  name: EncryptedText,
  poolType: z.enum(POOL_TYPES),
  risk: z.enum(RISK_PROFILES),
  autoPay: z.boolean(),
  /** Cents a month. */
  target: z.string().regex(/^(0|[1-9]\d{0,18})$/),
})
export type PoolTerms = z.infer<typeof PoolTerms>
