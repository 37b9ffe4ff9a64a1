import { Button } from '../ui/button.tsx'
import { useSeen } from './use-seen.ts'

/**
 * Under a review: back, and the button that binds. It takes a click only once the review has been seen, so
 * that the second click of a double click on the button before does nothing.
 */
export function ReviewButtons({
  label,
  processing,
  offline,
  onBack,
  onConfirm,
}: {
  label: string
  processing: boolean
  offline: boolean
  onBack: () => void
  onConfirm: () => void
}) {
  const seen = useSeen(!processing)
  return (
    <>
      <Button key="back" variant="secondary" disabled={processing} onClick={onBack}>
        Back
      </Button>
      <Button
        key="confirm"
        busy={processing}
        disabled={!processing && (offline || !seen)}
        onClick={onConfirm}
      >
        {processing ? 'Processing...' : label}
      </Button>
    </>
  )
}

/** While the server is asked what became of an intent; a retry is offered once it may be made. */
export function CheckingButtons({
  mayRetry,
  offline,
  discard,
  again,
  onDiscard,
  onAgain,
  onClose,
}: {
  mayRetry: boolean
  offline: boolean
  /** Label of the button that gives the intent up. */
  discard: string
  /** Label of the button that repeats it under its key. */
  again: string
  onDiscard: () => void
  onAgain: () => void
  onClose: () => void
}) {
  return mayRetry ? (
    <>
      <Button key="discard" variant="secondary" onClick={onDiscard}>
        {discard}
      </Button>
      <Button key="again" disabled={offline} onClick={onAgain}>
        {again}
      </Button>
    </>
  ) : (
    <Button key="leave" variant="secondary" onClick={onClose}>
      Close
    </Button>
  )
}
