import { FlaskConical } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Marks anything whose prices are simulated. */
export function SimulatedBadge({ market }: { market: string }) {
  return (
    <Badge tone="warning">
      <FlaskConical className="size-3.5" />
      {translateServerText(market)}
    </Badge>
  )
}
