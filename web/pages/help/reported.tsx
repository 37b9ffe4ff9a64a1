import { personText } from '../../../api/contract/person.ts'
import { useCached } from '../../data/cached.ts'
import { cases } from '../../data/cases.ts'
import { CachedCard } from '../../parts/cached-card.tsx'
import { CaseThread } from '../../parts/case-thread.tsx'
import { reasonText } from '../../parts/case-words.ts'
import { Link } from '../../parts/router.ts'
import { t } from '../../texts/texts.ts'

/** What the member has reported and which withdrawals are looked at, with the operator's answers. */
export default function Reported() {
  const { value, ...view } = useCached(cases)
  return (
    <section id="cases">
      <CachedCard title={t('What you reported')} what={t('reports')} view={view} skeleton="h-12 w-full">
        {value?.length === 0 && (
          <p className="text-muted">
            {t(
              'Nothing yet. Open a payment in your wallet to say that something is wrong with it, or choose Report in the menu of a contact.',
            )}
          </p>
        )}
        {value !== null && value.length > 0 && (
          <ul aria-label={t('What you reported')} className="grid gap-5 divide-y divide-line">
            {value.map((shown) => (
              <li key={shown.number} className="grid gap-2 not-first:pt-5">
                <span className="flex flex-wrap justify-between gap-x-4 font-semibold">
                  <span>
                    {[shown.person && personText(shown.person), reasonText(shown.reason)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  {shown.activity_id !== null && (
                    <Link to={`/wallet/activity/${shown.activity_id}`} className="link">
                      {shown.about === 'withdrawal' ? t('The withdrawal') : t('The payment')}
                    </Link>
                  )}
                </span>
                <CaseThread shown={shown} />
              </li>
            ))}
          </ul>
        )}
      </CachedCard>
    </section>
  )
}
