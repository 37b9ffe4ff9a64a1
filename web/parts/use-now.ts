import { useSyncExternalStore } from 'react'
import { businessNow, onClockShift } from '../data/business-clock.ts'
import { onServerClock, serverNow } from '../data/server-clock.ts'

const TICK_MS = 15_000

let now = serverNow()
let ledgerNow = businessNow()
let timer: ReturnType<typeof setInterval> | undefined
let offClocks = (): void => undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = serverNow()
  ledgerNow = businessNow()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = serverNow()
    ledgerNow = businessNow()
    timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
    const offs = [onClockShift(tick), onServerClock(tick)]
    offClocks = () => offs.forEach((off) => off())
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
    offClocks()
  }
}

/** The server's time in milliseconds, updated every 15 seconds by one timer for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** Like {@link useNow}, by the ledger's clock: a sandbox's can be ahead. */
export function useLedgerNow(): number {
  return useSyncExternalStore(subscribe, () => ledgerNow)
}
