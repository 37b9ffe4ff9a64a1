import { FlaskConical } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { told } from '../../texts/told.ts'

/** Marks anything whose prices are simulated. */
export function SimulatedBadge({ market }: { market: string }) {
  return (
    <Badge tone="warning">
      <FlaskConical className="size-3.5" />
      {told(market)}
    </Badge>
  )
}
