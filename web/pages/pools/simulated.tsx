import { FlaskConical } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'

/** On everything whose prices are simulated. */
export function SimulatedBadge({ market }: { market: string }) {
  return (
    <Badge tone="warning">
      <FlaskConical aria-hidden="true" className="size-3.5" />
      {market}
    </Badge>
  )
}
