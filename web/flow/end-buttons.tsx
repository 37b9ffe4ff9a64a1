import { Button } from '../ui/button.tsx'

/** Under a receipt. */
export function DoneButton({ onClose }: { onClose: () => void }) {
  return (
    <Button key="done" onClick={onClose}>
      Done
    </Button>
  )
}

/** Under a failure. */
export function FailedButtons({ onClose, onTryAgain }: { onClose: () => void; onTryAgain: () => void }) {
  return (
    <>
      <Button key="close" variant="secondary" onClick={onClose}>
        Close
      </Button>
      <Button key="retry" onClick={onTryAgain}>
        Try Again
      </Button>
    </>
  )
}
