import { randomUUID } from 'node:crypto'
import { BalancesAsOf } from '../../api/contract/reports.ts'
import { TransferReceipt } from '../../api/contract/wallet.ts'
import { formatMinor, parseAmount } from '../../events/money.ts'
import type { CurrentUser } from '../../api/contract/session.ts'
import { currencyIn, type Account, type Balances, type BankOperation, type BankStep } from './bank.ts'

/** A request that moves money from one account to another. */
export interface Form {
  readonly path: string
  readonly body: Readonly<Record<string, string | number>>
  readonly from: Account
  readonly to: Account
  readonly minor: bigint
}

/** What one request with the key brought. */
export interface Answer {
  readonly form: Form
  /** Which api was asked. */
  readonly api: string
  readonly calledAt: number
  readonly answeredAt: number
  /** 0 where no answer came. */
  readonly status: number
  readonly text: string
}

/** One idempotency key of a member, and every request that was sent with it. */
export interface Intent {
  readonly key: string
  readonly member: Pick<CurrentUser, 'id' | 'handle'>
  readonly answers: Answer[]
}

export const newIntent = (member: Intent['member']): Intent => ({ key: randomUUID(), member, answers: [] })

type Payer = Intent['member']

const transfer = (path: Form['path'], from: Payer, to: Payer, form: 'usd' | 'yut', minor: bigint): Form => {
  const account = `${from.handle}:${form}`
  const currency = currencyIn(account)
  const amount = formatMinor(currency, minor)
  const bodies: Readonly<Record<string, Form['body']>> = {
    '/api/wallet/transfer': { to_user_identifier: `@${to.handle}`, currency, amount },
    '/api/wallet/send-transfer': { to_user_identifier: `@${to.handle}`, amount: Number(minor) },
    '/api/yut/transfer': { to_address: `@${to.handle}`, amount, transfer_type: 'transfer' },
  }
  const body = bodies[path]
  if (!body) throw new Error(`No transfer has the path ${path}`)
  return { path, body, from: account, to: `${to.handle}:${form}`, minor }
}

/** The commands that are committed together with their answer. Minor units. */
export const forms = {
  dollars: (from: Payer, to: Payer, minor: bigint) =>
    transfer('/api/wallet/transfer', from, to, 'usd', minor),
  cents: (from: Payer, to: Payer, minor: bigint) =>
    transfer('/api/wallet/send-transfer', from, to, 'usd', minor),
  tokens: (from: Payer, to: Payer, minor: bigint) => transfer('/api/yut/transfer', from, to, 'yut', minor),
  tokensFromWallet: (from: Payer, to: Payer, minor: bigint) =>
    transfer('/api/wallet/transfer', from, to, 'yut', minor),
  stake: ({ handle }: Payer, minor: bigint): Form => ({
    path: '/api/yut/stake',
    body: { amount: formatMinor('YUT', minor) },
    from: `${handle}:yut`,
    to: `${handle}:yut:staked`,
    minor,
  }),
  unstake: ({ handle }: Payer, minor: bigint): Form => ({
    path: '/api/yut/unstake',
    body: { amount: formatMinor('YUT', minor) },
    from: `${handle}:yut:staked`,
    to: `${handle}:yut`,
    minor,
  }),
}

/** Whether the server takes one for a repetition of the other. */
const isSame = (one: Form, other: Form): boolean =>
  one.path === other.path && JSON.stringify(one.body) === JSON.stringify(other.body)

export type Outcome = 'done' | 'refused' | 'key_reused' | 'unknown' | 'unexpected'

const codeIn = (text: string): unknown => Reflect.get(Object(JSON.parse(text)), 'code')
const REFUSALS = new Set<unknown>(['insufficient_funds', 'insufficient_stake'])

export const outcomeIn = ({ status, text }: Answer): Outcome => {
  if (status === 201) return 'done'
  if (status === 0 || status >= 500 || status === 401 || status === 409 || status === 429) return 'unknown'
  const code = codeIn(text)
  if (code === 'fresh_sign_in_required') return 'unknown'
  if (code === 'idempotency_key_reused') return 'key_reused'
  return status === 422 && REFUSALS.has(code) ? 'refused' : 'unexpected'
}

/** The outcome is known for good. */
export const isFinal = (answer: Answer): boolean => {
  const outcome = outcomeIn(answer)
  return outcome === 'done' || outcome === 'refused'
}

const AVAILABLE = /(\d+\.\d+) (?:USD|YUT) is (?:available|staked)/

/** What the sentence of a refusal says is there. */
const availableIn = ({ text, form }: Answer): bigint => {
  const parsed = parseAmount(currencyIn(form.from), AVAILABLE.exec(text)?.[1] ?? '')
  if (!parsed.ok) throw new Error(`No balance is named in ${text}`)
  return parsed.money.minor
}

const moved = (...changes: readonly (readonly [Account, bigint])[]): BankStep => ({
  kind: 'moved',
  changes: new Map(changes),
})

/**
 * What the bank did for this key, from the first request with the form that was carried out until it was first answered
 * for good. Nothing where no answer is known. A transfer is two operations, one in each wallet: where the two cannot be
 * committed together, others see the money on its way.
 */
export const operationsFor = ({ key, member, answers }: Intent): BankOperation[] => {
  const [first] = answers.filter(isFinal).toSorted((one, other) => one.answeredAt - other.answeredAt)
  if (!first) return []
  const { form, answeredAt: returnedAt } = first
  const calledAt = Math.min(...answers.filter((one) => isSame(one.form, form)).map((one) => one.calledAt))
  const name = `${first.api} ${member.handle} ${form.path} ${JSON.stringify(form.body)} ${key.slice(0, 8)}`
  const { from, to, minor } = form
  if (outcomeIn(first) === 'refused')
    return [
      {
        name,
        calledAt,
        returnedAt,
        step: { kind: 'refused', account: from, minor, available: availableIn(first) },
      },
    ]
  const body: unknown = JSON.parse(first.text)
  const hint = Number(Reflect.get(Object(body), 'position'))
  if (form.path === '/api/yut/stake' || form.path === '/api/yut/unstake')
    return [{ name, calledAt, returnedAt, hint, step: moved([from, -minor], [to, minor]) }]
  const isOnItsWay = TransferReceipt.parse(body).status !== 'completed'
  const left: BankOperation = { name, calledAt, returnedAt, hint: hint - 1, step: moved([from, -minor]) }
  return [
    left,
    {
      name: `${name} (received)`,
      calledAt,
      returnedAt: isOnItsWay ? Infinity : returnedAt,
      after: left,
      hint,
      step: moved([to, minor]),
    },
  ]
}

/** Balances as `GET /api/wallet/balances` gives them. */
export const balancesIn = ({ handle }: Payer, body: unknown): Balances => {
  const balances = new Map(
    BalancesAsOf.parse(body).balances.map((one) => [`${handle}:${one.account}`, BigInt(one.amount_minor)]),
  )
  return new Map(
    ['usd', 'yut', 'yut:staked'].map((form) => [
      `${handle}:${form}`,
      balances.get(`${handle}:${form}`) ?? 0n,
    ]),
  )
}

/** The position may be another and the status further where an answer was lost and made again. */
const comparable = ({ text }: Answer): string =>
  JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    name === 'position' || name === 'status' ? undefined : value,
  )

/**
 * What one key must not bring: two outcomes, two answers to one request, or that it was used for another request where
 * it was not.
 */
export const brokenKeys = (intents: readonly Intent[], answersMayBeLost: boolean): string[] =>
  intents.flatMap(({ key, answers }) => {
    const wrong: string[] = []
    const said = (one: Answer) =>
      `${one.api} ${one.form.path} ${JSON.stringify(one.form.body)}: ${one.status} ${one.text}`
    const report = (what: string, ...them: readonly Answer[]) =>
      wrong.push([`key ${key}: ${what}`, ...them.map((one) => `  ${said(one)}`)].join('\n'))
    const [first, ...others] = answers.filter(isFinal)
    for (const other of others)
      if (first && !isSame(other.form, first.form)) report('two requests were carried out', first, other)
      else if (
        first &&
        (answersMayBeLost ? comparable(first) !== comparable(other) : first.text !== other.text)
      )
        report('one request was answered in two ways', first, other)
    for (const one of answers) {
      if (outcomeIn(one) === 'unexpected') report('an answer that no rule explains', one)
      const isWrong =
        outcomeIn(one) === 'key_reused' &&
        !answers.some(({ form, calledAt }) => !isSame(form, one.form) && calledAt < one.answeredAt)
      if (isWrong) report('it was used for no other request', one)
    }
    return wrong
  })
