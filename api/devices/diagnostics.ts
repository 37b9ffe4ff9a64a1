import type { Diagnostics, DiagnosticCheck } from '../contract/device-usage.ts'
import { percentUsed } from './alerts.ts'
import type { Carrier, Measurement } from './carrier.ts'
import type { Device } from './devices.ts'
import { isInService, type Line } from './line.ts'
import { PLANS, type Usage } from './plans.ts'

const UNREACHED: Measurement = {
  connectivity: 'none',
  signalDbm: null,
  speedMbps: null,
  lastSeen: null,
  checks: [],
}
const DATA_WARNING_PERCENT = 80

type Checked = Omit<DiagnosticCheck, 'name'>
const SET_UP: Checked = {
  outcome: 'warning',
  detail: 'The line is being set up. This takes 2-5 minutes.',
}
const ENDED: Checked = { outcome: 'fail', detail: 'The line has ended.' }

const LINE_CHECKS: Readonly<Record<Line['state'], Checked>> = {
  active: { outcome: 'pass', detail: 'The line is active.' },
  suspending: { outcome: 'warning', detail: 'The line is being suspended.' },
  suspended: { outcome: 'fail', detail: 'The line is suspended. Resume the device to use it.' },
  resuming: { outcome: 'warning', detail: 'The line is being resumed.' },
  requested: SET_UP,
  ordered: SET_UP,
  failed: { outcome: 'fail', detail: 'The line could not be set up. Try the device again.' },
  ended: ENDED,
  releasing: ENDED,
  released: ENDED,
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
        { name: 'Line', ...LINE_CHECKS[device.line.state] },
        profileCheck(device),
        ...measured.checks,
        dataCheck(device, usageOf(device.id)),
      ],
    })),
  }
}
