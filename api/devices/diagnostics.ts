import type { Diagnostics, DiagnosticCheck } from '../contract/device-usage.ts'
import { percentUsed } from './alerts.ts'
import type { Carrier, Measurement } from './carrier.ts'
import type { Device } from './devices.ts'
import { isInService } from './line.ts'
import { PLANS, type Usage } from './plans.ts'

const UNREACHED: Measurement = {
  connectivity: 'none',
  signalDbm: null,
  speedMbps: null,
  lastSeen: null,
  checks: [],
}
const DATA_WARNING_PERCENT = 80

const lineCheck = ({ line }: Device): DiagnosticCheck => {
  const name = 'Line'
  switch (line.state) {
    case 'active':
      return { name, outcome: 'pass', detail: 'The line is active.' }
    case 'suspending':
      return { name, outcome: 'warning', detail: 'The line is being suspended.' }
    case 'suspended':
      return { name, outcome: 'fail', detail: 'The line is suspended. Resume the device to use it.' }
    case 'resuming':
      return { name, outcome: 'warning', detail: 'The line is being resumed.' }
    case 'requested':
    case 'ordered':
      return { name, outcome: 'warning', detail: 'The line is being set up. This takes 2-5 minutes.' }
    case 'failed':
      return { name, outcome: 'fail', detail: 'The line could not be set up. Try the device again.' }
    case 'ended':
    case 'releasing':
    case 'released':
      return { name, outcome: 'fail', detail: 'The line has ended.' }
    default:
      return line satisfies never
  }
}

const profileCheck = ({ iccid }: Device): DiagnosticCheck =>
  iccid === null
    ? { name: 'eSIM profile', outcome: 'fail', detail: 'There is no eSIM profile yet.' }
    : { name: 'eSIM profile', outcome: 'pass', detail: `Profile ${iccid} is released.` }

const dataCheck = ({ plan }: Device, { dataKb }: Usage): DiagnosticCheck => {
  const percent = percentUsed(dataKb / 1_024, PLANS[plan].allowances.data_mb)
  return {
    name: 'Data allowance',
    outcome: percent >= DATA_WARNING_PERCENT ? 'warning' : 'pass',
    detail:
      PLANS[plan].allowances.data_mb === 'unlimited'
        ? 'Unlimited.'
        : `${Math.floor(percent)}% of this month's data is used.`,
  }
}

const figuresOf = ({ connectivity, signalDbm, speedMbps, lastSeen }: Measurement) => ({
  network_connectivity: connectivity,
  signal_strength: signalDbm,
  data_speed_mbps: speedMbps,
  last_seen: lastSeen?.toISOString() ?? null,
})

/**
 * Measures every device now. A device without a line at the carrier gets only our own checks.
 * @param usageOf usage in the running month
 * @throws {CarrierUnavailable}
 */
export const diagnose = async (
  devices: readonly Device[],
  usageOf: (deviceId: string) => Usage,
  { carrier, now }: { readonly carrier: Carrier; readonly now: Date },
): Promise<Diagnostics> => {
  const tested = await Promise.all(
    devices.map(async (device) => {
      const { reference, iccid } = device
      const measured =
        reference === null || iccid === null ? UNREACHED : await carrier.diagnose(reference, now)
      return { device, measured }
    }),
  )
  const first = tested.find(({ device }) => isInService(device.line)) ?? tested[0]
  return {
    ...figuresOf(first?.measured ?? UNREACHED),
    tested_at: now.toISOString(),
    devices: tested.map(({ device, measured }) => ({
      device_id: device.id,
      device_label: device.label,
      ...figuresOf(measured),
      checks: [
        lineCheck(device),
        profileCheck(device),
        ...measured.checks,
        dataCheck(device, usageOf(device.id)),
      ],
    })),
  }
}
