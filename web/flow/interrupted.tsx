import { useLive } from '../data/use-live.ts'
import type { StoredIntent } from '../data/stored.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useNow } from '../ui/use-now.ts'
import { abandonedOf } from './recorded.ts'

/** Something that binds was sent from this device and nobody saw its answer: offers to find out. */
export function Interrupted<Intent>({
  version,
  unsettled,
  intentOf,
  title,
  describe,
  hidden,
  onCheck,
}: {
  version: number
  /** Reads the unsettled intents of that version; a function outside of the component. */
  unsettled: (version: number) => Promise<readonly StoredIntent[]>
  intentOf: (draft: unknown) => Intent | null
  title: string
  /** What the intent was, as the beginning of a sentence. */
  describe: (intent: Intent) => string | null
  /** Its dialog is open and says more. */
  hidden: boolean
  onCheck: (intent: Intent) => void
}) {
  const now = useNow()
  const stored = useLive(version, unsettled)
  const intent = abandonedOf(stored ?? [], now, intentOf)
  if (intent === null || hidden) return null
  return (
    <Banner
      tone="warning"
      title={title}
      action={
        <Button variant="secondary" size="sm" onClick={() => onCheck(intent)}>
          Check what happened
        </Button>
      }
    >
      {describe(intent)}: its outcome is not known on this device yet.
    </Banner>
  )
}
