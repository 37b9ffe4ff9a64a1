import { SearchCheck } from 'lucide-react'
import { Spinner } from '../ui/spinner.tsx'
import { Outcome } from './outcome.tsx'

/** The answer to something that binds was lost: what it was, and what is being done about it. */
export function Checking({
  what,
  mayRetry,
  waiting,
  denied,
}: {
  what: string
  mayRetry: boolean
  /** Said while the server is being asked. */
  waiting: string
  /** Said once the server has denied knowing of it for long enough. */
  denied: string
}) {
  return (
    <Outcome
      icon={
        mayRetry ? (
          <SearchCheck className="size-10 text-warning" />
        ) : (
          <Spinner className="text-4xl text-primary" />
        )
      }
    >
      <p className="font-semibold">{what}</p>
      <output className="block max-w-sm text-muted">{mayRetry ? denied : waiting}</output>
    </Outcome>
  )
}
