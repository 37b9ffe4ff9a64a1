import { useCallback } from 'react'
import { type Verdict, VERDICT_SENTENCE } from '../../../api/contract/credentials.ts'
import type { PublicProfile } from '../../../api/contract/profile.ts'
import { useAsync } from '../../data/use-async.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { exactTime, longDate } from '../../ui/time-format.ts'
import { VERDICT_WORD } from '../credentials/words.ts'
import { vouchesFor } from './claims.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** The result; `mismatch`: the credential is valid, but its claims differ from the profile shown. */
type Finding = Verdict | 'none' | 'mismatch'

const findingOf = async (profile: PublicProfile): Promise<Finding> => {
  if (profile.credential === null) return 'none'
  // Imported on demand: the verifier is large and only this page needs it.
  const { verifyCredential } = await import('../../../api/contract/credential-verifier/verify.ts')
  const verdict = await verifyCredential(profile.credential, { origin: location.origin, now: new Date() })
  return verdict === 'valid' && !vouchesFor(profile) ? 'mismatch' : verdict
}

const WORD: Readonly<Record<Finding, string>> = {
  ...VERDICT_WORD,
  none: t('Not certified'),
  mismatch: t('Does not match'),
}
const SENTENCE: Readonly<Record<Finding, string>> = {
  ...VERDICT_SENTENCE,
  none: t('The member has no credential over what is shown here, so nobody vouches for it.'),
  mismatch: t('The credential holds, but over something else than what is shown here.'),
}

const toneOf = (finding: Finding): Tone => {
  if (finding === 'valid') return 'credit'
  return finding === 'none' || finding === 'unknown' ? 'warning' : 'debit'
}

/** Verifies the ProfileCredential in the visitor's own browser and shows the result. */
export function Verification({ profile }: { profile: PublicProfile }) {
  const { value: found, again } = useAsync(
    useCallback(async () => {
      const finding = await findingOf(profile).catch((error: unknown) => {
        console.error('The credential could not be verified', error)
        return 'unknown' as const
      })
      return { finding, at: Date.now() }
    }, [profile]),
  )
  const { credential } = profile
  return (
    <Card title={t('Verification')} aria-busy={found === null}>
      <output className="grid justify-items-start gap-2">
        {found === null ? (
          <span className="flex items-center gap-2">
            <Spinner /> {t('Verifying in your browser …')}
          </span>
        ) : (
          <>
            <Badge tone={toneOf(found.finding)}>{WORD[found.finding]}</Badge>
            <span className="block text-lg font-semibold">
              {translateServerText(SENTENCE[found.finding])}
            </span>
          </>
        )}
      </output>
      {found?.finding === 'unknown' && (
        <div className="mt-3">
          <Button variant="secondary" size="sm" onClick={again}>
            {t('Verify again')}
          </Button>
        </div>
      )}
      {credential !== null && (
        <div className="mt-3">
          <Facts>
            <Fact name={t('Issuer')}>
              <span className="font-mono text-xs break-all">{credential.issuer}</span>
            </Fact>
            <Fact name={t('Issued')}>{longDate(Date.parse(credential.validFrom))}</Fact>
            <Fact name={t('Expires')}>
              {credential.validUntil === undefined ? t('Never') : longDate(Date.parse(credential.validUntil))}
            </Fact>
            {found !== null && (
              <Fact name={t('Checked')}>{t('{at}, in this browser', { at: exactTime(found.at) })}</Fact>
            )}
          </Facts>
        </div>
      )}
    </Card>
  )
}
