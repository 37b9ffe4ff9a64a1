/** Special behaviours of a sandbox line. */
export type LineBehaviour = 'no_numbers' | 'fails' | 'fails_once' | 'idle' | 'heavy'

/**
 * Labels that determine the outcome of a device in the sandbox, as test cards do for payments; case is ignored. Any
 * other label is an ordinary device.
 */
export const TEST_LABELS: readonly {
  readonly label: string
  readonly outcome: string
  readonly behaviour: LineBehaviour
}[] = [
  { label: 'Test: no numbers', outcome: 'Fails: no phone numbers are left', behaviour: 'no_numbers' },
  { label: 'Test: fails', outcome: 'Fails: the network could not set it up', behaviour: 'fails' },
  { label: 'Test: fails once', outcome: 'Fails, and works when it is tried again', behaviour: 'fails_once' },
  { label: 'Test: idle', outcome: 'Works, and is never used', behaviour: 'idle' },
  { label: 'Test: heavy', outcome: 'Works, and uses far more than its plan allows', behaviour: 'heavy' },
]

export const behaviourOf = (label: string): LineBehaviour | null =>
  TEST_LABELS.find((one) => one.label.toLowerCase() === label.trim().toLowerCase())?.behaviour ?? null
