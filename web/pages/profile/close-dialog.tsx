import { useEffect, useId, useState } from 'react'
import { type ClosingObstacle, CONFIRM_HANDLE, profileOperations } from '../../../api/contract/profile.ts'
import { useNavigate } from '../../parts/router.ts'
import { call } from '../../data/client.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { ApiError, sentenceOf, UnknownOutcomeError } from '../../data/errors.ts'
import { useAuth } from '../../data/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { t } from '../../texts/texts.ts'
import { told } from '../../texts/told.ts'

/** What still stands in the way of closing the account; null while it is being asked for. */
const useObstacles = (): { obstacles: readonly ClosingObstacle[] | null; problem: string | null } => {
  const [obstacles, setObstacles] = useState<readonly ClosingObstacle[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const left = new AbortController()
    call(profileOperations.getClosing, { signal: left.signal }).then(
      ({ data }) => setObstacles(data.obstacles),
      (error: unknown) => {
        if (!left.signal.aborted) setProblem(sentenceOf(error, t('This could not be asked for.')))
      },
    )
    return () => left.abort()
  }, [])
  return { obstacles, problem }
}

/** Closes the account for good, after the member has typed their handle. */
export function CloseDialog({ handle, onClose }: { handle: string; onClose: () => void }) {
  const { obstacles, problem } = useObstacles()
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ field?: string; sentence?: string }>({})
  const offline = useConnectivity() === 'offline'
  const open = obstacles?.length === 0

  const submit = async () => {
    if (typed.trim().replace(/^@/, '').toLowerCase() !== handle) return setRefused({ field: CONFIRM_HANDLE })
    setBusy(true)
    setRefused({})
    try {
      await call(profileOperations.closeAccount, { body: { handle: typed.trim() } })
      void navigate('/')
      void signOut()
    } catch (error) {
      setBusy(false)
      if (error instanceof UnknownOutcomeError)
        return setRefused({
          sentence: t('The answer did not arrive. Trying again is safe: an account is closed once.'),
        })
      const field = error instanceof ApiError ? error.fields['handle'] : undefined
      setRefused(
        field === undefined
          ? { sentence: sentenceOf(error, t('The account could not be closed.')) }
          : { field },
      )
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Close account')}
      busy={busy}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Keep my account')}
          </Button>
          {open && (
            <Button type="submit" form={formId} variant="danger" busy={busy} disabled={offline}>
              {t('Close for good')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        {(problem ?? refused.sentence) !== undefined && (problem ?? refused.sentence) !== null && (
          <Banner tone="debit" live="alert">
            {problem ?? refused.sentence}
          </Banner>
        )}
        {obstacles === null && problem === null && <Skeleton className="h-24 w-full" />}
        {obstacles !== null && obstacles.length > 0 && <Obstacles obstacles={obstacles} />}
        {open && (
          <>
            <p>
              {t(
                'Your name, e-mail address, profile, contacts, devices and messages are erased and your credentials revoked. Nobody can undo this. The ledger keeps its amounts under a number that no longer leads to you.',
              )}
            </p>
            <form
              id={formId}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                if (!busy) void submit()
              }}
            >
              <TextField
                label={t('Type @{handle} to confirm', { handle })}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                error={refused.field}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setRefused({})
                }}
              />
            </form>
          </>
        )}
      </div>
    </Dialog>
  )
}

function Obstacles({ obstacles }: { obstacles: readonly ClosingObstacle[] }) {
  return (
    <Banner tone="warning" title={t('The account cannot be closed yet')}>
      <ul className="mt-1 list-disc ps-5">
        {obstacles.map(({ message }) => (
          <li key={message}>{told(message)}</li>
        ))}
      </ul>
    </Banner>
  )
}
