import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second of /proc on Linux (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100

interface ProcessTimes {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

const timesOf = (pid: number): ProcessTimes | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name may hold blanks and brackets: fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return undefined
  }
}

/** CPU time in seconds that a process and its living children have used; NaN where there is no /proc. */
export const cpuSecondsOf = (root: number | undefined): number => {
  if (root === undefined || process.platform !== 'linux') return Number.NaN
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times && (times.pid === root || times.parent === root))
  return ticks.reduce((sum, times) => sum + (times?.ticks ?? 0), 0) / TICKS_PER_SECOND
}
