import { type ClosingObstacle, CONFIRM_HANDLE, profileOperations } from '../../../api/contract/profile.ts'
import { useNavigate } from '../../parts/router.ts'
import { useAsync } from '../../data/use-async.ts'
import { call } from '../../data/client.ts'
import { sentenceOf, UnknownOutcomeError } from '../../data/errors.ts'
import { useAuth } from '../../data/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { useTyped } from './use-typed.ts'
import { exactDollars } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Fetches the obstacles to closing the account, and what is owed until now. */
const askClosing = async (signal: AbortSignal) => (await call(profileOperations.getClosing, { signal })).data

/** Idempotent: an account is closed once. */
const closeAccount = async (handle: string): Promise<void> => {
  try {
    await call(profileOperations.closeAccount, { body: { handle } })
  } catch (error) {
    throw error instanceof UnknownOutcomeError
      ? new UnknownOutcomeError(
          t('The answer did not arrive. Trying again is safe: an account is closed once.'),
        )
      : error
  }
}

/** Closes the account for good after the member has typed their handle. */
export function CloseDialog({ handle, onClose }: { handle: string; onClose: () => void }) {
  const { value: closing, error } = useAsync(askClosing)
  const obstacles = closing?.obstacles ?? null
  const owed = Number(closing?.owed_usd ?? 0) > 0 ? (closing?.owed_usd ?? null) : null
  const problem = error === null ? null : sentenceOf(error, t('This could not be asked for.'))
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const attempt = useAttempt({ otherwise: t('The account could not be closed.') })
  const { typed, refuse, accept, refusedAs, field } = useTyped(attempt.forget)
  const open = obstacles?.length === 0

  const submit = () => {
    if (typed.trim().replace(/^@/, '').toLowerCase() !== handle) return refuse(CONFIRM_HANDLE)
    accept()
    void attempt.run(
      () => closeAccount(typed.trim()),
      () => {
        void navigate('/')
        void signOut()
      },
      refusedAs('handle'),
    )
  }

  return (
    <FormDialog
      title={t('Close account')}
      verb={t('Close for good')}
      danger
      back={t('Keep my account')}
      attempt={{ running: attempt.running, problem: problem ?? attempt.problem }}
      offlineReason={null}
      ready={open ? true : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {obstacles === null && problem === null && <Skeleton className="h-24 w-full" />}
      {obstacles !== null && obstacles.length > 0 && <Obstacles obstacles={obstacles} />}
      {open && (
        <>
          <p>
            {t(
              'Your name, e-mail address, profile, contacts, devices and messages are erased and your credentials revoked. Nobody can undo this. The ledger keeps its amounts under a number that no longer leads to you.',
            )}
          </p>
          {owed !== null && (
            <p>
              {t('What you still owe, {amount}, is paid from your wallet.', { amount: exactDollars(owed) })}
            </p>
          )}
          <TextField
            label={t('Type @{handle} to confirm', { handle })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...field}
          />
        </>
      )}
    </FormDialog>
  )
}

function Obstacles({ obstacles }: { obstacles: readonly ClosingObstacle[] }) {
  return (
    <Banner tone="warning" title={t('The account cannot be closed yet')}>
      <ul className="mt-1 list-disc ps-5">
        {obstacles.map(({ message }) => (
          <li key={message}>{translateServerText(message)}</li>
        ))}
      </ul>
    </Banner>
  )
}
