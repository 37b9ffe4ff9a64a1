import { useRef, useState } from 'react'
import { Link } from '../../parts/router.ts'
import { formatMoney } from '../../texts/money.ts'
import { SetDailyLimitRequest } from '../../../api/contract/wallet.ts'
import { minorOf, plainAmount, typedAmount } from '../../data/amounts.ts'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { isLower } from '../../data/daily-limit.ts'
import { dailyLimit, setDailyLimit } from '../../data/security.ts'
import { SettingOfflineReason } from '../../parts/offline-reason.tsx'
import { signInFirst } from '../../parts/sign-in-first.ts'
import { useAddress } from '../../parts/use-address.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { useFocusAfter } from '../../parts/use-focus-after.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CachedCard } from '../../parts/cached-card.tsx'
import { Problem } from '../../ui/problem.tsx'
import { exactTime } from '../../ui/time-format.ts'
import { useTyped } from './use-typed.ts'
import { t } from '../../texts/texts.ts'

const words = (limit: string | null): string => (limit === null ? t('no limit') : formatMoney(limit, 'USD'))

/** Daily limit of transfers. Lowering it applies at once, raising it a day later, so that a thief cannot raise it. */
export function DailyLimitPanel() {
  const { value, ...view } = useCached(dailyLimit)
  const { running, problem, run } = useAttempt({ log: t('Setting the daily limit failed') })
  const asking = useAttempt()
  const { typed, edit, refuse, refusedAs, field } = useTyped()
  // The amount that was typed before a sign-in.
  useAddress(['limit'], [], (query) => {
    const limit = query.get('limit') ?? ''
    edit(/^\d+(?:\.\d{1,2})?$/.test(limit) ? typedAmount(limit) : '')
  })
  const offline = useConnectivity() === 'offline'
  /** A lower limit that the member is asked about: it can be raised only a day later. */
  const [asked, setAsked] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(asked !== null, button)
  const submit = (limit: string | null) => {
    const parsed = SetDailyLimitRequest.safeParse({ limit_usd: limit })
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? t('This is no amount.'))
    if (isLower(limit, value?.limit_usd ?? null)) return setAsked(limit)
    const place = `/profile?limit=${limit ?? 'none'}`
    const why = t('Sign in again to raise your limit. This protects you if someone gets hold of your device.')
    void asking.run(() => signInFirst(why, place, () => set(limit)))
    return undefined
  }
  const set = (limit: string | null) => {
    setAsked(null)
    void run(
      () => setDailyLimit(limit),
      () => edit(''),
      refusedAs('limit_usd'),
    )
  }
  return (
    <CachedCard title={t('Daily limit')} what={t('daily limit')} view={view} skeleton="h-12 w-full">
      {value !== null && (
        <>
          <p className="text-xl font-bold">
            {value.limit_usd === null
              ? t('No limit')
              : t('{limitUsd} a day', { limitUsd: words(value.limit_usd) })}
          </p>
          <p className="mt-1 text-sm text-muted">
            {t(
              'What may leave your wallet by transfers from midnight to midnight (UTC). Today: {sentTodayUsd}. A lower limit holds at once, a higher one a day later.',
              { sentTodayUsd: formatMoney(value.sent_today_usd, 'USD') },
            )}
          </p>
          {value.raise !== null && (
            <div className="mt-3">
              <Banner tone="warning">
                {t(
                  'From {from} on: {limitUsd}. If you did not ask for this, set the lower limit again and sign out everywhere else.',
                  { from: exactTime(Date.parse(value.raise.from)), limitUsd: words(value.raise.limit_usd) },
                )}
              </Banner>
            </div>
          )}
          <form
            noValidate
            className="mt-4 grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              submit(plainAmount(typed))
            }}
          >
            <AmountField
              label={t('New daily limit')}
              currency="USD"
              disabled={offline}
              hint={
                minorOf(plainAmount(typed), 'USD') === 0n &&
                t('With a limit of zero you can send nothing; a higher one applies only a day later.')
              }
              {...field}
            />
            <div className="flex flex-wrap gap-3">
              <Button ref={button} type="submit" busy={running || asking.running} disabled={offline}>
                {t('Set limit')}
              </Button>
              {value.limit_usd !== null && (
                <Button variant="secondary" disabled={offline || running} onClick={() => submit(null)}>
                  {t('Remove limit')}
                </Button>
              )}
            </div>
            <SettingOfflineReason />
          </form>
          <Link to="/limits" className="mt-4 inline-block text-sm link">
            {t('All limits')}
          </Link>
        </>
      )}
      {value !== null && asked !== null && (
        <FormDialog
          title={t('Lower your daily limit?')}
          verb={t('Lower it')}
          attempt={{ running: false, problem: null }}
          onSubmit={() => set(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            {t(
              'You’ll be able to send up to {limit} a day. Sent so far today: {sent}. Raising it again takes a day.',
              { limit: words(asked), sent: formatMoney(value.sent_today_usd, 'USD') },
            )}
          </p>
        </FormDialog>
      )}
      <div className="mt-3 empty:hidden">
        <Problem>{problem}</Problem>
      </div>
    </CachedCard>
  )
}
