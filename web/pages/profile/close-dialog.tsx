import { useState } from 'react'
import { CONFIRM_HANDLE, profileOperations } from '../../../api/contract/profile.ts'
import { useAsync } from '../../data/use-async.ts'
import { useCached } from '../../data/cached.ts'
import { call } from '../../data/client.ts'
import { closeAccount, type ClosingChoices } from '../../data/closing.ts'
import { sentenceOf, UnknownOutcomeError } from '../../data/errors.ts'
import { useAuth } from '../../data/session.tsx'
import { bankAccounts } from '../../data/withdrawals.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountForPayout, ClosingPlan, TokenChoice } from './closing-plan.tsx'
import { mustEnd } from './closing-words.ts'
import { useTyped } from './use-typed.ts'
import { choiceOf, lookUpPayees, type TokenWishes, unknownIn } from './token-wishes.ts'

/** Fetches what closing would do now. */
const askClosing = async (signal: AbortSignal) => (await call(profileOperations.getClosing, { signal })).data

const closeOnce = async (body: ClosingChoices) => {
  try {
    return await closeAccount(body)
  } catch (error) {
    throw error instanceof UnknownOutcomeError
      ? new UnknownOutcomeError(
          t('The answer did not arrive. Trying again is safe: an account is closed once.'),
        )
      : error
  }
}

const FIELDS = { USDC: 'usdc', YUT: 'yut' } as const

const bodyOf = (typed: string, account: string | null, wishes: TokenWishes): ClosingChoices => {
  const [usdc, yut] = [choiceOf(wishes.usdc), choiceOf(wishes.yut)]
  return {
    handle: typed.trim(),
    ...(account !== null && { bank_account_id: account }),
    ...(usdc && { usdc }),
    ...(yut && { yut }),
  }
}

/** Closes the account for good after the member has seen what happens, chosen what they must, and typed their handle. */
export function CloseDialog({ handle, onClose }: { handle: string; onClose: () => void }) {
  const { value: closing, error } = useAsync(askClosing)
  const problem = error === null ? null : sentenceOf(error, t('This could not be asked for.'))
  const { closeAccount: closeForSession } = useAuth()
  const attempt = useAttempt({ otherwise: t('The account could not be closed.') })
  const { typed, refuse, accept, refusedAs, field: confirming } = useTyped(attempt.forget)
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [account, setAccount] = useState<string | null>(null)
  const [wishes, setWishes] = useState<TokenWishes>({})
  const left = closing && mustEnd(closing)
  const open = left?.length === 0
  /** Who gets tokens is shown before they go. */
  const asksWho = unknownIn(wishes).length > 0

  const edited = (change: () => void) => {
    change()
    setWrong({})
    attempt.forget()
  }
  const submit = () => {
    if (typed.trim().replace(/^@/, '').toLowerCase() !== handle) return refuse(CONFIRM_HANDLE)
    accept()
    if (asksWho)
      return void attempt.run(
        () => lookUpPayees(wishes),
        (found) => {
          setWishes(found.wishes)
          setWrong(found.problems)
        },
      )
    void attempt.run(
      () => closeForSession(() => closeOnce(bodyOf(typed, account, wishes))),
      // An account that is closed has no page any more.
      (closed) => {
        if (!closed) onClose()
      },
      (fields) => {
        setWrong(fields)
        return refusedAs('handle')(fields) || Object.keys(fields).length > 0
      },
    )
  }

  return (
    <FormDialog
      title={t('Close account')}
      verb={asksWho ? t('Continue') : t('Close for good')}
      danger
      back={t('Keep my account')}
      attempt={{ running: attempt.running, problem: problem ?? attempt.problem }}
      offlineReason={null}
      ready={open ? true : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {closing === null && problem === null && <Skeleton className="h-24 w-full" />}
      {left !== null && left.length > 0 && <MustEnd obstacles={left} />}
      {closing && open && (
        <>
          <ClosingPlan closing={closing} />
          {Number(closing.payout_usd ?? 0) > 0 && (
            <PayoutAccount
              problem={wrong['bank_account_id']}
              onChoose={(id) => edited(() => setAccount(id))}
            />
          )}
          {closing.tokens?.map(({ currency, amount }) => {
            if (currency !== 'USDC' && currency !== 'YUT') return null
            const field = FIELDS[currency]
            return (
              <TokenChoice
                key={currency}
                currency={currency}
                amount={amount}
                wish={wishes[field]}
                problem={wrong[field]}
                onWish={(wish) => edited(() => setWishes({ ...wishes, [field]: wish }))}
              />
            )
          })}
          <TextField
            label={t('Type @{handle} to confirm', { handle })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...confirming}
          />
        </>
      )}
    </FormDialog>
  )
}

function PayoutAccount(props: { problem: string | undefined; onChoose: (id: string) => void }) {
  const { value } = useCached(bankAccounts)
  return <AccountForPayout accounts={value} {...props} />
}

function MustEnd({ obstacles }: { obstacles: ReturnType<typeof mustEnd> }) {
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
