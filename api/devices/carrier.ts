import type { DeviceType } from '../contract/devices.ts'
import type { DiagnosticCheck } from '../contract/device-usage.ts'
import type { Usage } from './plans.ts'

/** Why a carrier could not set up a line. */
export type ProvisioningFailure = 'out_of_numbers' | 'provisioning_failed'

/** What is kept of an order at a carrier that does not recognise a repeated one. */
export interface OrderSending {
  /** How long ago the order was last sent without an answer, ms; null: never. */
  readonly unansweredMs: number | null
  /** Notes that it is sent now, before it is. @throws {CarrierUnavailable} another process sends it */
  readonly begin: () => Promise<void>
  /** The carrier has not taken it, for a reason that passes. */
  readonly undo: () => Promise<void>
}

export interface LineOrder {
  /** Repeating an order with the same id gives the same line. */
  readonly orderId: string
  readonly deviceType: DeviceType
  /** When the member ordered. */
  readonly orderedAt: Date
  /** The device's label; in the sandbox it may decide the outcome. Never sent to a real carrier. */
  readonly label: string
  /** 1 for the first attempt, one more with every retry. */
  readonly attempt: number
  readonly sending: OrderSending
}

/** State of a line as its carrier reports it. */
export type LineReport =
  /** The carrier is still setting up, suspending or resuming the line. */
  | { readonly state: 'pending' }
  | {
      readonly state: 'active'
      readonly iccid: string
      /** E.164; null where the line has no number of its own. */
      readonly msisdn: string | null
      /** Since when; null where the carrier does not report it. */
      readonly since: Date | null
    }
  | { readonly state: 'suspended' }
  | { readonly state: 'failed'; readonly code: ProvisioningFailure }
  /** The line has ended for good. */
  | { readonly state: 'ended' }

/** Usage of one line in one hour. */
export interface HourUsage extends Usage {
  /** Start of the hour. */
  readonly hour: Date
  readonly calls: number
}

/** A carrier's measurement of one line. */
export interface Measurement {
  readonly connectivity: 'good' | 'fair' | 'poor' | 'none'
  /** dBm; null without a connection, or where the carrier does not report it. */
  readonly signalDbm: number | null
  readonly speedMbps: number | null
  readonly lastSeen: Date | null
  /** The carrier's checks, in order. */
  readonly checks: readonly DiagnosticCheck[]
}

/**
 * The mobile carrier. `api/sandbox/carrier` and `api/devices/telnyx` implement it and pass one contract suite,
 * `tests/contract/carrier`. Plans, allowances and prices are ours: the carrier only provides lines and meters usage.
 * Every call may be repeated. Changes that take time are requested by a call; `look` reports their outcome.
 *
 * All calls throw {@link CarrierUnavailable} when the carrier cannot be reached.
 */
export interface Carrier {
  readonly name: 'sandbox' | 'telnyx'
  /** Returns the carrier's reference of the line. @throws {CarrierRefused} the order is refused for good */
  order(order: LineOrder): Promise<string>
  look(reference: string): Promise<LineReport>
  suspend(reference: string): Promise<void>
  resume(reference: string): Promise<void>
  /** Ends the line of an order, even if its reference is unknown; an order not yet carried out never will be. */
  release(line: {
    readonly orderId: string
    readonly reference: string | null
    /** As in {@link OrderSending}; absent: null. */
    readonly unansweredMs?: number | null
  }): Promise<'released' | 'pending'>
  /**
   * The activation code (`LPA:1$…`), a bearer secret: never store or log it. Null while the line has none yet, or none
   * any more because it was installed.
   */
  activationCode(reference: string): Promise<string | null>
  /** Time up to which usage is complete at `now`; later usage may still grow. */
  settledUntil(now: Date): Date
  /** Usage from `from` until `until` (exclusive), both full hours; hours without usage may be missing. */
  usage(reference: string, from: Date, until: Date): Promise<readonly HourUsage[]>
  diagnose(reference: string, now: Date): Promise<Measurement>
}

/** The carrier refused for good. */
export class CarrierRefused extends Error {
  override name = 'CarrierRefused'
  readonly code: ProvisioningFailure
  constructor(code: ProvisioningFailure, options?: ErrorOptions) {
    super(`The carrier refused an order: ${code}`, options)
    this.code = code
  }
}

export class CarrierUnavailable extends Error {
  override name = 'CarrierUnavailable'
}
