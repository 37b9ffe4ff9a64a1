import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second of /proc on Linux (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100

interface ProcessTimes {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
  /** Of its children that have ended. */
  readonly endedTicks: number
}

const timesOf = (pid: number): ProcessTimes | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name may contain spaces and brackets: fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const sum = (field: number) => Number(fields[field]) + Number(fields[field + 1])
    return { pid, parent: Number(fields[1]), ticks: sum(11), endedTicks: sum(13) }
  } catch {
    return undefined
  }
}

/** CPU time in seconds of a process and its children, including ended ones; NaN where there is no /proc. */
export const cpuSecondsOf = (root: number | undefined): number => {
  if (root === undefined || process.platform !== 'linux') return Number.NaN
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined
    if (times?.pid === root) ticks += times.ticks + times.endedTicks
    else if (times?.parent === root) ticks += times.ticks
  }
  return ticks / TICKS_PER_SECOND
}
