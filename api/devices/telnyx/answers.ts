import * as z from 'zod'
import type { LineReport } from '../carrier.ts'

/** Enumerations are open: an unknown status may still become a known one. */
export const SimCard = z.object({
  id: z.string(),
  iccid: z.string().nullish(),
  msisdn: z.string().nullish(),
  status: z.object({ value: z.string().optional() }).nullish(),
  live_data_session: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
})
export type SimCard = z.infer<typeof SimCard>
export const One = z.object({ data: SimCard })
export const Many = z.object({
  data: z.array(SimCard),
  meta: z.object({ total_pages: z.number() }).nullish(),
})
export const Purchased = z.object({ data: z.array(SimCard).optional() })
export const Anything = z.unknown()
export const Code = z.object({ data: z.object({ activation_code: z.string().optional() }) })
export const Logs = z.object({
  data: z.array(
    z.object({
      last_seen: z.string().nullish(),
      radio_access_technology: z.string().nullish(),
      apn: z.string().nullish(),
    }),
  ),
})
/** Data sessions, in megabytes. */
export const Records = z.object({
  data: z.array(
    z.object({
      created_at: z.string(),
      uplink_data: z.coerce.number().nullish(),
      downlink_data: z.coerce.number().nullish(),
    }),
  ),
  meta: z.object({ total_pages: z.number() }),
})

/** Telnyx returns numbers with and without the plus sign. */
const e164 = (msisdn: string | null | undefined): string | null =>
  msisdn ? `+${msisdn.replaceAll(/\D/g, '')}` : null

/** State of a line by its SIM card. */
export const reportOf = ({ status, iccid, msisdn }: SimCard): LineReport => {
  switch (status?.value) {
    case 'enabled':
      return iccid ? { state: 'active', iccid, msisdn: e164(msisdn), since: null } : { state: 'pending' }
    case 'disabled':
    case 'standby':
    // Set by Telnyx itself; no traffic passes.
    case 'data_limit_exceeded':
    case 'unauthorized_imei':
      return { state: 'suspended' }
    case 'registering':
    case 'enabling':
    case 'disabling':
    case 'setting_standby':
    case undefined:
    default:
      return { state: 'pending' }
  }
}
