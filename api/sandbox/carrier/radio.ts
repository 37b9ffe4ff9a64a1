import type { DiagnosticCheck } from '../../contract/device-usage.ts'
import type { Measurement } from '../../devices/carrier.ts'

const SIGNAL_DBM_BEST = -65
const SIGNAL_DBM_SPAN = 50
const FAIR_BELOW_DBM = -95
const POOR_BELOW_DBM = -110
const LAST_SEEN_MS_MAX = 120_000

const outcomeOf = (connectivity: Measurement['connectivity']): DiagnosticCheck['outcome'] => {
  switch (connectivity) {
    case 'good':
      return 'pass'
    case 'fair':
    case 'poor':
      return 'warning'
    case 'none':
      return 'fail'
    default:
      return connectivity satisfies never
  }
}

/** A simulated measurement; `seed` depends on the line and the day and has at least twelve bytes. */
export const measure = (seed: Buffer, isUp: boolean, now: Date): Measurement => {
  if (!isUp)
    return {
      connectivity: 'none',
      signalDbm: null,
      speedMbps: null,
      lastSeen: null,
      checks: [{ name: 'Network', outcome: 'fail', detail: 'The line is not connected to the network.' }],
    }
  const share = (offset: number) => seed.readUInt32BE(offset) / 2 ** 32
  // Mostly near the best: squaring makes weak days rare.
  const signalDbm = Math.round(SIGNAL_DBM_BEST - SIGNAL_DBM_SPAN * share(0) ** 2)
  const connectivity = signalDbm < POOR_BELOW_DBM ? 'poor' : signalDbm < FAIR_BELOW_DBM ? 'fair' : 'good'
  const best = (signalDbm + 120) / (SIGNAL_DBM_BEST + 120)
  const speedMbps = Math.round((2 + 148 * best * (0.6 + 0.4 * share(4))) * 10) / 10
  const lastSeen = new Date(now.getTime() - Math.round(LAST_SEEN_MS_MAX * share(8)))
  const outcome = outcomeOf(connectivity)
  return {
    connectivity,
    signalDbm,
    speedMbps,
    lastSeen,
    checks: [
      { name: 'Network', outcome: 'pass', detail: 'Attached to the home network.' },
      { name: 'Signal', outcome, detail: `${signalDbm} dBm.` },
      { name: 'Data session', outcome: 'pass', detail: `Up, ${speedMbps} Mbps down.` },
    ],
  }
}
