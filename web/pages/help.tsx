import { lazy, Suspense } from 'react'
import { useAsync } from '../data/use-async.ts'
import { operatorContact } from '../data/operator.ts'
import { useAuth } from '../data/session.tsx'
import { Link } from '../parts/router.ts'
import { useNamedPart } from '../parts/use-named-part.ts'
import { Card } from '../ui/card.tsx'
import { t } from '../texts/texts.ts'
import { helpAnswers } from './help/answers.ts'
import { YourRights } from './help/your-rights.tsx'

const Reported = lazy(() => import('./help/reported.tsx'))

/** For anybody to read; a member sees what they have reported too. */
export default function HelpPage() {
  const { status } = useAuth()
  useNamedPart(true)
  return (
    <div className="page-width grid gap-6 py-8 sm:py-10">
      <h1 className="text-2xl font-bold sm:text-3xl">{t('Help')}</h1>
      <div className="gap-4 *:break-inside-avoid *:not-last:mb-4 lg:columns-2">
        {helpAnswers().map(({ id, title, text }) => (
          <Card key={id} id={id} title={title} className="scroll-mt-20">
            <p className="text-muted">{text}</p>
          </Card>
        ))}
        <Card title={t('Still stuck?')}>
          <div className="grid gap-2">
            <Contact />
            <Link to="/limits" className="link">
              {t('Limits')}
            </Link>
          </div>
        </Card>
      </div>
      <YourRights />
      {status === 'signed_in' && (
        <Suspense fallback={null}>
          <Reported />
        </Suspense>
      )}
    </div>
  )
}

const load = () => operatorContact.load({ minPosition: undefined })

function Contact() {
  const { value, error } = useAsync(load)
  if (error !== null)
    return <p className="text-muted">{t('How to reach the operator could not be loaded.')}</p>
  if (value === null) return <p aria-busy="true" className="min-h-6" />
  const contact = value.value
  if (contact === null)
    return <p className="text-muted">{t('Whoever runs this Youtility has not said how to be reached.')}</p>
  return (
    <p>
      <a href={contact.startsWith('https:') ? contact : `mailto:${contact}`} className="link">
        {t('Write to the operator')}
      </a>{' '}
      <bdi translate="no" className="text-muted wrap-anywhere">
        {contact}
      </bdi>
    </p>
  )
}
