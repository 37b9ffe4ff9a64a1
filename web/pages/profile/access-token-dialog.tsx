import { useState } from 'react'
import {
  ACCESS_TOKEN_NAME_MAX,
  AccessScope,
  CreateAccessTokenRequest,
  type MadeAccessToken,
} from '../../../api/contract/access-tokens.ts'
import { makeAccessToken } from '../../data/access-tokens.ts'
import { plainAmount } from '../../data/amounts.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Banner } from '../../ui/banner.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { scopeName } from './access-token-words.ts'
import { t } from '../../texts/texts.ts'

const DAYS = ['7', '30', '90', '365'] as const

const scopeHint = (scope: AccessScope): string => {
  switch (scope) {
    case 'read':
      return t('Balances, activity, statements, bills, pools and notifications; no contacts.')
    case 'contacts':
      return t('Reads and changes your contacts and circles.')
    case 'pay':
      return t('Sends money to other members, up to a limit a day.')
    default:
      return scope satisfies never
  }
}

/** Makes an access token; its secret is shown once, until the dialog is closed. */
export function AccessTokenDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<MadeAccessToken | null>(null)
  const attempt = useAttempt()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly AccessScope[]>(['read'])
  const [limit, setLimit] = useState('')
  const [days, setDays] = useState<(typeof DAYS)[number]>('30')
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const refuse = (fields: Readonly<Record<string, string>>): boolean => {
    setWrong(fields)
    return Object.keys(fields).length > 0
  }
  const submit = () => {
    const pays = scopes.includes('pay') && { pay_limit_usd: plainAmount(limit) }
    const body = CreateAccessTokenRequest.safeParse({ name, scopes, days: Number(days), ...pays })
    if (!body.success) {
      refuse(Object.fromEntries(body.error.issues.map(({ path, message }) => [String(path[0]), message])))
      return
    }
    setWrong({})
    void attempt.run(() => makeAccessToken(body.data), setMade, refuse)
  }
  if (made)
    return (
      <FormDialog
        // Another dialog, so that the focus is at its heading.
        key="made"
        title={t('Your access token')}
        verb=""
        ready={null}
        back={t('Done')}
        attempt={attempt}
        onSubmit={onClose}
        onClose={onClose}
      >
        <Banner tone="warning">
          {t('Copy it now: it is never shown again. Whoever has it can do what it allows.')}
        </Banner>
        <p className="font-mono text-sm break-all">{made.secret}</p>
        <div>
          <CopyButton text={made.secret} />
        </div>
      </FormDialog>
    )
  return (
    <FormDialog
      title={t('New access token')}
      description={t('For a program of yours that calls the API. It can never do what needs you yourself.')}
      verb={t('Make token')}
      attempt={attempt}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        placeholder={t('Such as: Budget script')}
        maxLength={ACCESS_TOKEN_NAME_MAX}
        value={name}
        error={wrong['name']}
        onChange={({ target }) => setName(target.value)}
      />
      {AccessScope.options.map((scope) => (
        <SwitchField
          key={scope}
          label={scopeName(scope)}
          hint={scopeHint(scope)}
          checked={scopes.includes(scope)}
          onChange={({ target }) =>
            setScopes(
              AccessScope.options.filter((one) => (one === scope ? target.checked : scopes.includes(one))),
            )
          }
        />
      ))}
      <Problem>{wrong['scopes'] ?? null}</Problem>
      {scopes.includes('pay') && (
        <AmountField
          label={t('It may pay, a day')}
          currency="USD"
          value={limit}
          error={wrong['pay_limit_usd']}
          onChange={({ target }) => setLimit(target.value)}
        />
      )}
      <Select
        label={t('Valid for')}
        value={days}
        options={DAYS.map((value) => ({
          value,
          label: t('{count, plural, one {# day} other {# days}}', { count: Number(value) }),
        }))}
        onChoose={setDays}
      />
    </FormDialog>
  )
}
