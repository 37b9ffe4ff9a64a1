import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { AddFlow } from './flow.ts'

/** Tells of each order once, when its form has closed. */
export const useOrdered = (flow: AddFlow, onOrdered: (label: string) => void): void => {
  const ordered = useStore(flow.store, (state) => (state.step === 'closed' ? state.last : null))
  // An order of before the page was opened is no news.
  const told = useRef(ordered)
  const tell = useRef(onOrdered)
  useEffect(() => {
    tell.current = onOrdered
  })
  useEffect(() => {
    if (ordered === told.current) return
    told.current = ordered
    if (ordered !== null) tell.current(ordered.intent.draft.device_label.trim())
  }, [ordered])
}
