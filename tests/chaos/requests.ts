import { setTimeout as sleep } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER } from '../../api/contract/operation.ts'
import { balancesIn, isFinal, outcomeIn, type Answer, type Form, type Intent } from './intents.ts'
import type { BankOperation } from './bank.ts'
import type { MemberEverywhere } from './members.ts'
import type { Actor } from './world.ts'

/** A member waits no longer than this for one answer, then asks another process, ms. */
const ANSWER_MS_MAX = 6_000
const REPEAT_AFTER_MS = 50
/** No fault lasts for as long: a key that has no outcome by then never gets one. */
const OUTCOME_MS_MAX = 120_000

/** Sends requests to an api of the caller's choice, and records the calls and what came back. */
export interface Requests {
  /** One request with the intent's key. */
  readonly send: (intent: Intent, form: Form, api: number) => Promise<Answer>
  /** Sends these forms at once, each to the api beside it, and then in turns until one is answered for good. */
  readonly carryOut: (
    intent: Intent,
    sent: readonly (readonly [form: Form, api: number])[],
  ) => Promise<Answer>
  /** Reads a member's balances from the log. Recorded where it is answered. @returns whether it was */
  readonly read: (member: MemberEverywhere, api: number) => Promise<boolean>
  readonly reads: readonly BankOperation[]
}

export const createRequests = (
  apis: readonly Actor[],
  members: ReadonlyMap<string, MemberEverywhere>,
): Requests => {
  const reads: BankOperation[] = []
  const signingIn = new Map<string, Promise<unknown>>()

  const memberFor = ({ member: { id } }: Pick<Intent, 'member'>): MemberEverywhere => {
    const member = members.get(id)
    if (!member) throw new Error(`${id} is not signed in`)
    return member
  }
  const fetchAt = async (member: MemberEverywhere, api: number, where: string, init: RequestInit = {}) => {
    const browser = member.browsers[api]
    if (!browser) throw new RangeError(`There is no api ${api}`)
    const calledAt = performance.now()
    try {
      const response = await browser.fetch(where, { ...init, signal: AbortSignal.timeout(ANSWER_MS_MAX) })
      const text = await response.text()
      return { calledAt, answeredAt: performance.now(), status: response.status, text }
    } catch {
      return { calledAt, answeredAt: performance.now(), status: 0, text: '' }
    }
  }
  const nameAt = (api: number): string => apis[api]?.name ?? ''

  const send: Requests['send'] = async (intent, form, api) => {
    const answer = await fetchAt(memberFor(intent), api, form.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: intent.key },
      body: JSON.stringify(form.body),
    })
    const recorded = { ...answer, form, api: nameAt(api) }
    intent.answers.push(recorded)
    return recorded
  }
  const signInAgain = ({ user, signInAgain: signIn }: MemberEverywhere): Promise<unknown> => {
    const running = signingIn.get(user.id) ?? signIn().finally(() => signingIn.delete(user.id))
    signingIn.set(user.id, running)
    // Whoever needed it tries once more anyway.
    return running.catch(() => undefined)
  }
  const isStale = ({ status }: Answer): boolean => status === 401 || status === 403

  return {
    send,
    reads,
    carryOut: async (intent, sent) => {
      const begunAt = performance.now()
      let answers = await Promise.all(sent.map(([form, api]) => send(intent, form, api)))
      for (let turn = 0; ; turn += 1) {
        const found = answers.find((one) => isFinal(one) || outcomeIn(one) === 'unexpected')
        if (found) return found
        if (performance.now() - begunAt > OUTCOME_MS_MAX)
          throw new Error(
            [
              `Key ${intent.key} has no outcome after ${OUTCOME_MS_MAX} ms:`,
              ...intent.answers
                .slice(-2 * apis.length)
                .map(({ api, form: { path: where }, status, text }) => `${api} ${where} ${status} ${text}`),
            ].join('\n'),
          )
        if (answers.some(isStale)) await signInAgain(memberFor(intent))
        await sleep(REPEAT_AFTER_MS)
        const [form, api] = sent[turn % sent.length] ?? []
        if (!form || api === undefined) throw new Error('Nothing was sent')
        answers = [await send(intent, form, (api + turn + 1) % apis.length)]
      }
    },
    read: async (member, api) => {
      const { user } = member
      const { calledAt, answeredAt, status, text } = await fetchAt(member, api, '/api/wallet/balances')
      if (status !== 200) return false
      const name = `${nameAt(api)} ${user.handle} GET /api/wallet/balances`
      const step = { kind: 'read', balances: balancesIn(user, JSON.parse(text)) } as const
      reads.push({ name, step, calledAt, returnedAt: answeredAt })
      return true
    },
  }
}
