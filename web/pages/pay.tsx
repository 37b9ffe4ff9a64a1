import { HandCoins } from 'lucide-react'
import { useEffect } from 'react'
import { useAuth } from '../data/session.tsx'
import { ButtonLink } from '../parts/button-link.tsx'
import { PageMessage } from '../parts/page-message.tsx'
import { sendPath } from '../parts/outside-links.ts'
import { rememberPlace } from '../parts/return-place.ts'
import { useNavigate, useParams, useSearchParams } from '../parts/router.ts'
import { quoted } from '../texts/quoted.ts'
import { useSignIn } from '../parts/use-sign-in.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { amountText } from './wallet/send/amount-text.ts'
import { draftOf } from './wallet/send/address.ts'

/**
 * `/pay/@ada?amount=25` opens Send Funds with these values; the member still has to confirm. Whoever is not signed in
 * sees what the link says before they do.
 */
export default function PayPage() {
  const { status } = useAuth()
  const { to = '' } = useParams()
  const [query] = useSearchParams()
  const place = sendPath(to, query)
  return status === 'signed_in' ? (
    <Opening place={place} />
  ) : (
    <Asked place={place} isPending={status === 'pending'} />
  )
}

function Opening({ place }: { place: string }) {
  const navigate = useNavigate()
  useEffect(() => navigate(place, { replace: true }), [navigate, place])
  return null
}

/** What a stranger may know: what the link itself says, and that it may say anything. */
function Asked({ place, isPending }: { place: string; isPending: boolean }) {
  const { signIn, isLeaving } = useSignIn()
  useEffect(() => {
    if (!isPending) rememberPlace(globalThis.location)
  }, [isPending])
  const { to, amount, currency, message } = draftOf(new URL(place, globalThis.location.origin).searchParams)
  const sum = amountText(amount, currency)
  return (
    <PageMessage
      icon={<HandCoins className="size-7" />}
      title={
        sum === null
          ? t('{name} asks you for money', { name: to })
          : t('{name} asks you for {amount}', { name: to, amount: sum })
      }
      actions={
        <>
          <Button busy={isPending || isLeaving} onClick={signIn}>
            {t('Sign In to Continue')}
          </Button>
          <ButtonLink to="/" variant="secondary">
            {t('Return to Homepage')}
          </ButtonLink>
        </>
      }
    >
      {message.trim() !== '' && (
        <span className="mb-3 block font-semibold wrap-anywhere text-ink">{quoted(message)}</span>
      )}
      <span>
        {t(
          'That is what the link says; anybody can make one. Once you are signed in you see who it is, and nothing is sent before you confirm it.',
        )}
      </span>
    </PageMessage>
  )
}
