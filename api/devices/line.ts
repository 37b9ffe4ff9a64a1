import { Refusal } from '../../events/refusal.ts'
import type { LineReport, ProvisioningFailure } from './carrier.ts'

/**
 * State of a device's line. `requested`: the carrier has not accepted the order yet; `ordered`: it is setting up the
 * line; `releasing`: the member deleted it, the carrier has to end it; `ended`: the carrier ended it by itself.
 */
export type Line =
  | { readonly state: 'requested' | 'ordered' | 'active' | 'suspending' | 'suspended' | 'resuming' }
  | { readonly state: 'failed'; readonly failure: ProvisioningFailure }
  | { readonly state: 'ended' | 'releasing' | 'released' }

export const LINE_STATES = [
  'requested',
  'ordered',
  'active',
  'suspending',
  'suspended',
  'resuming',
  'failed',
  'ended',
  'releasing',
  'released',
] as const satisfies readonly Line['state'][]

/** A member's command on a line. */
export type LineCommand = 'suspend' | 'resume' | 'retry' | 'remove'

/** An update from the carrier about a line. */
export type CarrierUpdate =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: ProvisioningFailure }
  | { readonly kind: 'reported'; readonly report: LineReport }
  | { readonly kind: 'released' }

const notReady = (sentence: string) => new Refusal('device_not_ready', sentence)

/**
 * The line after a member's command; the same object if nothing changes.
 * @throws {Refusal} `device_not_ready`, `device_not_found`: the command is not possible now, nothing changes
 */
export const decide = (line: Line, command: LineCommand): Line => {
  if (line.state === 'releasing' || line.state === 'released') {
    if (command === 'remove') return line
    throw new Refusal('device_not_found', 'You have no such device.')
  }
  switch (command) {
    case 'remove':
      return { state: 'releasing' }
    case 'suspend':
      if (line.state === 'suspending' || line.state === 'suspended') return line
      if (line.state === 'active' || line.state === 'resuming') return { state: 'suspending' }
      throw notReady('Only an active device can be suspended.')
    case 'resume':
      if (line.state === 'active' || line.state === 'resuming') return line
      if (line.state === 'suspended' || line.state === 'suspending') return { state: 'resuming' }
      throw notReady('Only a suspended device can be resumed.')
    case 'retry':
      if (line.state === 'failed') return { state: 'requested' }
      if (line.state === 'requested' || line.state === 'ordered') return line
      throw notReady('Only a device whose activation failed can be tried again.')
    default:
      return command satisfies never
  }
}

const onReport = (line: Line, report: LineReport): Line => {
  if (report.state === 'pending') return line
  switch (line.state) {
    case 'ordered':
      return report.state === 'failed' ? { state: 'failed', failure: report.code } : { state: report.state }
    case 'active':
    case 'suspended':
      return report.state === 'failed' ? { state: 'ended' } : { state: report.state }
    case 'suspending':
      if (report.state === 'active') return line
      return report.state === 'suspended' ? { state: 'suspended' } : { state: 'ended' }
    case 'resuming':
      if (report.state === 'suspended') return line
      return report.state === 'active' ? { state: 'active' } : { state: 'ended' }
    case 'releasing':
      return report.state === 'ended' ? { state: 'released' } : line
    case 'requested':
    case 'failed':
    case 'ended':
    case 'released':
      // An update of an earlier attempt, or of a line that has ended.
      return line
    default:
      return line satisfies never
  }
}

/**
 * The line after an update from the carrier. Updates can be late, duplicated or out of order: one that does not fit
 * the state is ignored. A member's command stays pending until the carrier has carried it out.
 */
export const advance = (line: Line, update: CarrierUpdate): Line => {
  switch (update.kind) {
    case 'accepted':
      return line.state === 'requested' ? { state: 'ordered' } : line
    case 'refused':
      return line.state === 'requested' ? { state: 'failed', failure: update.code } : line
    case 'released':
      return line.state === 'releasing' ? { state: 'released' } : line
    case 'reported':
      return onReport(line, update.report)
    default:
      return update satisfies never
  }
}

/** Whether the line carries calls, messages and data: also while it is being suspended. */
export const isInService = ({ state }: Line): boolean => state === 'active' || state === 'suspending'

/** Whether the carrier has a pending change, so that we poll it soon. */
export const isMoving = ({ state }: Line): boolean =>
  state === 'requested' ||
  state === 'ordered' ||
  state === 'suspending' ||
  state === 'resuming' ||
  state === 'releasing'
