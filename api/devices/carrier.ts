import type { DeviceType } from '../contract/devices.ts'
import type { DiagnosticCheck } from '../contract/device-usage.ts'
import type { Usage } from './plans.ts'

/** Why a carrier could not set up a line. */
export type ProvisioningFailure = 'out_of_numbers' | 'provisioning_failed'

export interface LineOrder {
  /** The same order is the same line, however often and whenever it is placed. */
  readonly orderId: string
  readonly deviceType: DeviceType
  /** When the member ordered. */
  readonly orderedAt: Date
  /** The device's label; a sandbox may let it decide what becomes of the order. Never sent to anybody. */
  readonly label: string
  /** 1 for the first try, one more with every retry. */
  readonly attempt: number
}

/** How a carrier says that a line stands. */
export type LineReport =
  /** It is at it: setting up, suspending, resuming. */
  | { readonly state: 'pending' }
  | {
      readonly state: 'active'
      readonly iccid: string
      /** E.164; null where the line has no number of its own. */
      readonly msisdn: string | null
      /** Since when, as far as the carrier tells. */
      readonly since: Date | null
    }
  | { readonly state: 'suspended' }
  | { readonly state: 'failed'; readonly code: ProvisioningFailure }
  /** It is gone and does not come back. */
  | { readonly state: 'ended' }

/** What one line used within one hour. */
export interface HourUsage extends Usage {
  /** The hour's first moment. */
  readonly hour: Date
  readonly calls: number
}

/** A carrier's measurement of one line. */
export interface Measurement {
  readonly connectivity: 'good' | 'fair' | 'poor' | 'none'
  /** dBm; null without a connection, or where the carrier does not tell. */
  readonly signalDbm: number | null
  readonly speedMbps: number | null
  readonly lastSeen: Date | null
  /** What the carrier looked at, in order. */
  readonly checks: readonly DiagnosticCheck[]
}

/**
 * Who runs the mobile network. `api/sandbox/carrier` and `api/devices/telnyx` implement it and pass one contract
 * suite, `tests/contract/carrier`. Plans, allowances and prices are ours: a carrier only carries and counts.
 * Every call may be repeated. What takes time is asked for here and seen in `look`.
 *
 * All calls throw {@link CarrierUnavailable} when the carrier cannot be asked now.
 */
export interface Carrier {
  readonly name: 'sandbox' | 'telnyx'
  /** Answers the carrier's reference of the line. @throws {CarrierRefused} there will be no such line */
  order(order: LineOrder): Promise<string>
  look(reference: string): Promise<LineReport>
  suspend(reference: string): Promise<void>
  resume(reference: string): Promise<void>
  /** Ends the line of an order, whether or not its reference is known; one that was never made is never made. */
  release(line: {
    readonly orderId: string
    readonly reference: string | null
  }): Promise<'released' | 'pending'>
  /**
   * The activation code (`LPA:1$…`), a bearer secret: never keep or log it. Null while the line has none to
   * give, or none any more because it was installed.
   */
  activationCode(reference: string): Promise<string | null>
  /** Up to when usage is complete at `now`: what is asked for beyond may still grow. */
  settledUntil(now: Date): Date
  /** Usage from `from` up to and without `until`, both full hours; hours without usage may be left out. */
  usage(reference: string, from: Date, until: Date): Promise<readonly HourUsage[]>
  diagnose(reference: string, now: Date): Promise<Measurement>
}

/** The carrier said no for good. */
export class CarrierRefused extends Error {
  readonly code: ProvisioningFailure
  constructor(code: ProvisioningFailure, options?: ErrorOptions) {
    super(`The carrier refused an order: ${code}`, options)
    this.name = 'CarrierRefused'
    this.code = code
  }
}

export class CarrierUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CarrierUnavailable'
  }
}
