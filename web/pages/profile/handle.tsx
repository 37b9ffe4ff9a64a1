import { AtSign } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import {
  ChangeHandleRequest,
  HANDLE_CHANGE_DAYS,
  HANDLE_RULE,
  type Profile,
} from '../../../api/contract/profile.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { changeHandle } from '../../data/profile.ts'
import { useAuth } from '../../data/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { longDate } from '../../ui/time-format.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { useFocusAfter } from '../../parts/use-focus-after.ts'
import { useToast } from '../../ui/toast.tsx'
import { useTyped } from './use-typed.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** The handle by which others send money, and the dialog to change it. */
export function Handle({ profile }: { profile: Profile }) {
  const [changing, setChanging] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(changing, button)
  const offline = useConnectivity() === 'offline'
  const from = profile.handle_changeable_at
  const reason = offline
    ? t('You are offline.')
    : from === null
      ? t(
          'Others find you and pay you by it. It can be changed every {handleChangeDays} days; the old one stays yours.',
          { handleChangeDays: HANDLE_CHANGE_DAYS },
        )
      : t('You can change it again from {from}.', { from: longDate(Date.parse(from)) })
  const reasonId = useId()
  return (
    <Card title={t('Handle')}>
      <p className="text-xl font-bold wrap-anywhere">
        <bdi translate="no">@{profile.handle}</bdi>
      </p>
      <p id={reasonId} className="mt-1 mb-4 text-sm text-muted">
        {reason}
      </p>
      <Button
        ref={button}
        variant="secondary"
        icon={<AtSign />}
        disabled={offline || from !== null}
        aria-describedby={reasonId}
        onClick={() => setChanging(true)}
      >
        {t('Change handle')}
      </Button>
      {changing && <HandleDialog current={profile.handle} onClose={() => setChanging(false)} />}
    </Card>
  )
}

function HandleDialog({ current, onClose }: { current: string; onClose: () => void }) {
  const { refetch } = useAuth()
  const toast = useToast()
  const { running, problem, run, forget } = useAttempt({ otherwise: t('The handle could not be changed.') })
  const { typed, refuse, accept, refusedAs, field } = useTyped(forget)
  const submit = () => {
    const parsed = ChangeHandleRequest.safeParse({ handle: typed })
    if (!parsed.success) return refuse(HANDLE_RULE)
    const { handle } = parsed.data
    if (handle === current) return refuse(t('This is your handle already.'))
    accept()
    void run(
      async () => {
        await changeHandle(handle)
        await refetch().catch(() => null)
      },
      () => {
        toast({ tone: 'credit', title: t('You are now @{handle}', { handle }) })
        onClose()
      },
      refusedAs('handle'),
    )
  }
  return (
    <FormDialog
      title={t('Change handle')}
      verb={t('Change handle')}
      // The field shows the problem.
      attempt={{ running, problem: null }}
      offlineReason={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-muted">
        {t('Now @{current}. For {handleChangeDays} days after the change you cannot change it again.', {
          current,
          handleChangeDays: HANDLE_CHANGE_DAYS,
        })}
      </p>
      <TextField
        label={t('New handle')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="@"
        hint={translateServerText(HANDLE_RULE)}
        {...field}
        error={field.error ?? problem ?? undefined}
      />
    </FormDialog>
  )
}
