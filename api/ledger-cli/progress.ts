import type { Context } from './command.ts'

const EVERY_MS = 500
const BAR = 24

const bar = (part: number): string => {
  const full = Math.round(part * BAR)
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${String(Math.floor(part * 100)).padStart(3)} % `
}

/** Reports a command's progress: overwrites one line on a terminal, otherwise writes a new line each time. */
export const createProgress = (
  terminal: { readonly error: (text: string) => void; readonly isWatched: boolean },
  onFirst: () => void,
): Context['progress'] => {
  const now = performance.now()
  let reported = { at: now, doing: '' }
  let begun = { at: now, doing: '' }
  return (events, { of, doing } = { of: null, doing: 'read' }) => {
    const at = performance.now()
    if (begun.doing !== doing) begun = { at: begun.doing === '' ? now : at, doing }
    if (at === begun.at || at - reported.at < EVERY_MS) return
    reported = { at, doing }
    onFirst()
    const rate = Math.round(events / ((at - begun.at) / 1_000)).toLocaleString('en-US')
    const line = `${of ? bar(Math.min(1, events / of)) : ''}${events} ${events === 1 ? 'event' : 'events'} ${doing}, ${rate} a second`
    terminal.error(terminal.isWatched ? `\r${line.padEnd(78)}` : `${line}\n`)
  }
}
