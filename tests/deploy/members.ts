import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '../../api/contract/operation.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import * as z from 'zod/mini'

const Session = z.object({ user: z.object({ id: z.string(), handle: z.string() }) })
const Redirect = z.object({ redirectUrl: z.url() })

export interface TrialMember {
  readonly handle: string
  /** Their session at another address of the same installation. */
  readonly at: (origin: string) => Browser
}

/** Signs somebody in through the trial's identity provider. */
export const signIn = async (origin: string, name: string): Promise<TrialMember> => {
  const browser = openBrowser(origin)
  const started = await browser.fetch('/api/oauth/google/redirect_url')
  const { searchParams } = new URL(Redirect.parse(await started.json()).redirectUrl)
  const code = Buffer.from(JSON.stringify({ sub: name, nonce: searchParams.get('nonce') })).toString(
    'base64url',
  )
  const answered = await browser.post('/api/sessions', { code, state: searchParams.get('state') })
  const said = await answered.text()
  if (answered.status !== 201) throw new Error(`${name} could not sign in: ${answered.status} ${said}`)
  return {
    handle: Session.parse(JSON.parse(said)).user.handle,
    at: (other) => {
      const there = openBrowser(other)
      for (const [key, value] of browser.cookies) there.cookies.set(key, value)
      return there
    },
  }
}

/** Sends 0.01 YUT, with the same key until it is acknowledged; returns how long that took, ms. */
export const pay = async (
  origin: () => Promise<string>,
  from: TrialMember,
  to: TrialMember,
): Promise<number> => {
  const key = randomUUID()
  const begunAt = performance.now()
  for (;;) {
    const answer = await origin()
      .then((url) =>
        from
          .at(url)
          .post(
            '/api/wallet/transfer',
            { to_user_identifier: to.handle, currency: 'YUT', amount: '0.01' },
            { [IDEMPOTENCY_KEY_HEADER]: key },
          ),
      )
      .catch(() => null)
    if (answer?.status === 201) return performance.now() - begunAt
    if (answer !== null && answer.status < 500 && answer.status !== 429)
      throw new Error(`A transfer was refused: ${answer.status} ${await answer.text()}`)
    if (performance.now() - begunAt > 180_000)
      throw new Error(`A transfer was not acknowledged in three minutes`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const Wallet = z.object({ yut: z.object({ balance: z.string() }) })

/** What the member's wallet holds in YUT, as the page shows it. */
export const balance = async (origin: string, member: TrialMember): Promise<string> => {
  const answer = await member.at(origin).fetch('/api/wallet')
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`The wallet was not shown: ${answer.status} ${body}`)
  return Wallet.parse(JSON.parse(body)).yut.balance
}
