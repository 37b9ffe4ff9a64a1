import type { Profile } from '../../../api/contract/profile.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FIELDS } from './fields.ts'
import { t } from '../../texts/texts.ts'

/** The member's profile fields. */
export function Details({ profile }: { profile: Profile }) {
  return (
    <div className="grid gap-x-12 lg:grid-cols-2">
      <Facts>
        {FIELDS.map(({ name, label }) => (
          <Fact key={name} name={label}>
            <Given text={profile[name]} href={name === 'website_url' ? profile[name] : null} />
          </Fact>
        ))}
      </Facts>
      <Facts>
        <Fact name={t('Email')}>
          {profile.email}
          <span className="block text-sm font-normal text-muted">{t('Managed where you sign in')}</span>
        </Fact>
        <Fact name={t('Bio')}>
          <span className="whitespace-pre-line">
            <Given text={profile.bio} />
          </span>
        </Fact>
      </Facts>
    </div>
  )
}

function Given({ text, href = null }: { text: string | null; href?: string | null }) {
  if (text === null) return <span className="font-normal text-muted">{t('Not given')}</span>
  if (href === null) return <bdi translate="no">{text}</bdi>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="link">
      {text}
    </a>
  )
}
