import { useState } from 'react'
import { type Profile, publicProfilePath, SharedField } from '../../../api/contract/profile.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { saveProfile } from '../../data/profile.ts'
import { Card } from '../../ui/card.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { Problem } from '../../ui/problem.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { SettingOfflineReason } from '../../parts/offline-reason.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { SHARED_LABELS } from './fields.ts'
import { t } from '../../texts/texts.ts'

const valueOf = (profile: Profile, field: SharedField): string | null =>
  field === 'handle' ? `@${profile.handle}` : profile[field]

/** Switches each field of the public profile on or off; saved at once. */
export function Sharing({ profile }: { profile: Profile }) {
  const offline = useConnectivity() === 'offline'
  const { running, problem, run } = useAttempt({ otherwise: t('This could not be saved.') })
  const [asked, setAsked] = useState<{ field: SharedField; on: boolean } | null>(null)
  const saving = running ? asked : null
  const change = (field: SharedField, on: boolean) => {
    setAsked({ field, on })
    const others = profile.shared.filter((one) => one !== field)
    void run(() => saveProfile({ shared: on ? [...others, field] : others }))
  }
  return (
    <Card title={t('Public profile')}>
      <p className="mb-4 text-[0.9375rem] text-muted">
        {t('Anybody with your link or QR code sees what is on here, and nothing else.')}
      </p>
      <div className="mb-3 empty:hidden">
        <Problem>{problem}</Problem>
      </div>
      <fieldset className="grid gap-2" disabled={offline}>
        <legend className="sr-only">{t('What others see')}</legend>
        {SharedField.options.map((field) => (
          <SwitchField
            key={field}
            label={SHARED_LABELS[field]}
            hint={valueOf(profile, field) ?? t('Not given')}
            checked={saving?.field === field ? saving.on : profile.shared.includes(field)}
            disabled={running}
            onChange={(event) => change(field, event.target.checked)}
          />
        ))}
      </fieldset>
      <div className="mt-2 empty:hidden">
        <SettingOfflineReason />
      </div>
      <OutsideLink href={publicProfilePath(profile.id)} className="mt-4">
        {t('See it as others do')}
      </OutsideLink>
    </Card>
  )
}
