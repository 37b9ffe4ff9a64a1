import { useCallback, useState } from 'react'
import {
  fingerprintOf,
  looksLikePolicy,
  parsePolicy,
  readVerifierKey,
} from '../../../api/contract/receipt-check.ts'
import { useAsync } from '../../data/use-async.ts'
import {
  requireWitnesses,
  trustKeys,
  trustOffered,
  type EnteredKeys,
  type Trust,
  type TrustedKeys,
} from '../../data/log-keys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { longDate } from '../../ui/time-format.ts'
import { number } from '../../texts/numbers.ts'
import { t } from '../../texts/texts.ts'

const nameOf = (key: string): string => key.split('+')[0] ?? key

function KeyLine({ what, of }: { what: string; of: string }) {
  const { value, error } = useAsync(useCallback(() => fingerprintOf(of), [of]))
  return (
    <li className="grid gap-0.5 py-2.5">
      <span className="text-sm text-muted">{what}</span>
      <span className="font-medium wrap-anywhere">{nameOf(of)}</span>
      <code className="text-sm wrap-anywhere tabular">
        {value ?? (error === null ? '' : t('cannot be read'))}
      </code>
    </li>
  )
}

function KeyList({ keys: { logs, witnesses }, label }: { keys: TrustedKeys; label: string }) {
  return (
    <ul aria-label={label} className="grid divide-y divide-line">
      {logs.map((key, i) => (
        <KeyLine key={key} what={i === 0 ? t('Log') : t('Log, formerly')} of={key} />
      ))}
      {witnesses.map((key) => (
        <KeyLine key={key} what={t('Witness')} of={key} />
      ))}
    </ul>
  )
}

/** The keys that this browser trusts, how to compare them, and a way to use other keys. */
export function KeysCard({ trust, looked }: { trust: Trust; looked: boolean }) {
  const { keys, offered } = trust
  return (
    <Card title={t('Keys this browser trusts')} aria-busy={keys === null && !looked}>
      <div className="grid gap-4">
        {offered !== null && (
          <Banner
            tone="warning"
            live="alert"
            title={t('The server now names other keys')}
            action={
              <Button size="sm" variant="secondary" onClick={trustOffered}>
                {t('Trust these too')}
              </Button>
            }
          >
            {t(
              'Receipts are still held against the keys from before. Agree only after comparing the new ones:',
            )}
            <KeyList keys={offered} label={t('Keys the server names now')} />
          </Banner>
        )}
        {keys === null && looked && (
          <Banner tone="warning" title={t('No keys yet')}>
            {t(
              'The server could not be asked for its keys. Reconnect, or enter keys that you got elsewhere.',
            )}
          </Banner>
        )}
        {keys !== null && (
          <>
            <KeyList keys={keys} label={t('Trusted keys')} />
            <p className="text-sm text-muted">
              {t(
                'Kept on this device since {since}. If this site told them, compare these fingerprints with what a witness publishes or an auditor tells you: if they are the same, nobody can show you a log of your own.',
                { since: longDate(Date.parse(keys.since)) },
              )}
            </p>
          </>
        )}
        {keys !== null && keys.witnesses.length > 0 && <Required keys={keys} />}
        {(keys !== null || looked) && <OwnKeys />}
      </div>
    </Card>
  )
}

const BY_POLICY = 'policy'

/** How many witnesses must have signed: all, until the reader says otherwise or enters a policy. */
function Required({ keys: { witnesses, policy, required } }: { keys: TrustedKeys }) {
  const count = new Set(witnesses.map(nameOf)).size
  const numbers = Array.from({ length: count + 1 }, (_, n) => n)
  const options = [
    ...(policy === undefined ? [] : [{ value: BY_POLICY, label: t('As the policy says') }]),
    ...numbers.map((n) => ({
      value: String(n),
      label:
        n === 0
          ? t('None')
          : n === count
            ? t('{count, plural, one {The witness} other {All # witnesses}}', { count })
            : t('At least {count} of {all}', { count: number(n), all: number(count) }),
    })),
  ]
  return (
    <Select
      label={t('Witnesses that must have signed')}
      hint={t(
        'Whoever holds the log’s key can make a receipt of something that never happened. A witness would not sign it.',
      )}
      value={required === undefined && policy !== undefined ? BY_POLICY : String(required ?? count)}
      options={options}
      onChoose={(value) => requireWitnesses(value === BY_POLICY ? null : Number(value))}
    />
  )
}

const readPolicy = async (text: string): Promise<EnteredKeys | string> => {
  try {
    const { logs, witnesses } = await parsePolicy(text)
    if (logs.length === 0) return t('Enter at least the public key of the log.')
    return { logs: logs.map(({ key }) => key), witnesses: witnesses.map(({ key }) => key), policy: text }
  } catch (error) {
    return t('This is no policy that can be read. {why}', {
      why: error instanceof Error ? error.message : '',
    })
  }
}

const readKeys = async (text: string): Promise<EnteredKeys | string> => {
  const logs: string[] = []
  const witnesses: string[] = []
  for (const key of text.split(/\s+/).filter(Boolean)) {
    try {
      const { kind } = await readVerifierKey(key)
      ;(kind === 'log' ? logs : witnesses).push(key)
    } catch {
      return t('This is no public key: {key}. A key has the form name+12345678+base64.', {
        key: key.slice(0, 60),
      })
    }
  }
  if (logs.length === 0) return t('Enter at least the public key of the log.')
  return { logs, witnesses }
}

function OwnKeys() {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [done, setDone] = useState(false)
  const use = async () => {
    const read = await (looksLikePolicy(text) ? readPolicy : readKeys)(text)
    if (typeof read === 'string') return setError(read)
    trustKeys(read)
    setError(undefined)
    setText('')
    setOpen(false)
    setDone(true)
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="quiet" size="sm" className="-ms-3" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('Use keys I got elsewhere')}
      </Button>
      <output className="text-sm text-muted">{done && !open ? t('Now these keys are trusted.') : ''}</output>
      {open && (
        <form
          className="grid w-full gap-3"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void use()
          }}
        >
          <TextArea
            label={t('Public keys')}
            hint={t(
              'One a line: of the log, and of its witnesses, who must then all have signed. Or a policy file (C2SP tlog-policy).',
            )}
            error={error}
            value={text}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            className="font-mono"
          />
          <Button type="submit" variant="secondary">
            {t('Trust these keys only')}
          </Button>
        </form>
      )}
    </div>
  )
}
