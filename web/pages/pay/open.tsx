import { Inbox } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from '../../parts/router.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { incomingOf } from '../../parts/outside-links.ts'
import { handOver } from '../../parts/shared-contacts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { t } from '../../texts/texts.ts'

/**
 * Target of `web+youtility:` links (`?link=`) and of content shared with the app (`?title=`, `?text=`, `?url=`).
 * Redirects to Send or to the import of contacts.
 */
export default function OpenPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const given = ['link', 'url', 'text', 'title'].flatMap((name) => query.get(name) ?? []).join('\n')
  const incoming = incomingOf(given, globalThis.location.origin)
  const place =
    incoming.kind === 'place' ? incoming.path : incoming.kind === 'contacts' ? '/tellepathy' : null
  const vcard = incoming.kind === 'contacts' ? incoming.vcard : null
  useEffect(() => {
    if (place === null) return
    if (vcard !== null) handOver(new File([vcard], t('Shared contact.vcf'), { type: 'text/vcard' }))
    navigate(place, { replace: true })
  }, [navigate, place, vcard])
  if (place !== null) return null
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="text-3xl font-bold sm:text-4xl">{t('Open in Youtility')}</h1>
      <EmptyState
        icon={<Inbox />}
        title={t('There is nothing here to pay or to import')}
        action={<ButtonLink to="/wallet">{t('Open your wallet')}</ButtonLink>}
      >
        {t(
          'Share a payment link, a member’s @handle, email address or DID to send money, or a contact (vCard) to import it.',
        )}
      </EmptyState>
    </div>
  )
}
