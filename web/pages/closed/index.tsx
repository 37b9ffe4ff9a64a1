import { useLocation } from '../../app/router.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { closedAreas } from './areas.ts'

/** What an area is going to do, and that it does not do it yet. */
export default function Closed() {
  const { pathname } = useLocation()
  const area = closedAreas[pathname.replace(/\/$/, '')]
  if (!area) return null
  const { Icon, title, lead, points } = area
  return (
    <div className="page-width max-w-4xl! py-10 sm:py-16">
      <div className="grid justify-items-center gap-4 text-center">
        <span
          aria-hidden="true"
          className="grid size-16 place-items-center rounded-card bg-primary-soft text-primary"
        >
          <Icon className="size-8" />
        </span>
        <Badge tone="primary">Not open yet</Badge>
        <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
        <p className="max-w-xl text-lg text-muted">{lead}</p>
      </div>
      <h2 className="mt-12 mb-4 text-center text-sm font-semibold text-muted">What you will do here</h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        {points.map((point) => (
          <li key={point.title} className="rounded-card border border-line bg-surface p-5 shadow-card">
            <h3 className="font-bold">{point.title}</h3>
            <p className="mt-1 text-[0.9375rem] text-muted">{point.text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-10 flex justify-center">
        <ButtonLink to="/wallet" className="max-sm:w-full">
          Go to your wallet
        </ButtonLink>
      </div>
    </div>
  )
}
