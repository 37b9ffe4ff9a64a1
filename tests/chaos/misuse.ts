import type { Random } from '../crash/random.ts'
import { eventually } from '../support/read-models.ts'
import type { Account } from './bank.ts'
import { forms, newIntent, outcomeIn, type Answer, type Form, type Intent } from './intents.ts'
import type { MemberEverywhere } from './members.ts'
import type { Requests } from './requests.ts'

/** All amounts are multiples of these, so that a balance that is one minor unit off is wrong: see `spoilt.ts`. */
const STEP_MINOR = { usd: 5n, yut: 50_000n } as const
/** The smallest amount that every form takes, and the largest, minor units. */
const LEAST = { usd: 100n, yut: 50_000n } as const
const MOST = { usd: 1_000_000n, yut: 2_000_000_000n } as const

/** A process that is well answers by then. */
const READ_MS_MAX = 60_000

type Unit = keyof typeof LEAST

type Everyone = readonly [MemberEverywhere, MemberEverywhere, ...MemberEverywhere[]]

/** A kind of payment, without its amount. */
interface Purpose {
  readonly unit: Unit
  /** Forms that say the same or something else under one key, the first is the usual one. */
  readonly forms: readonly ((minor: bigint) => Form)[]
  readonly payer: MemberEverywhere
  readonly from: Account
}

const purposes = (payer: MemberEverywhere, payee: MemberEverywhere): readonly [Purpose, ...Purpose[]] => {
  const [from, to] = [payer.user, payee.user]
  const dollars = (minor: bigint) => forms.dollars(from, to, minor)
  const cents = (minor: bigint) => forms.cents(from, to, minor)
  const tokens = (minor: bigint) => forms.tokens(from, to, minor)
  const tokensFromWallet = (minor: bigint) => forms.tokensFromWallet(from, to, minor)
  const stake = (minor: bigint) => forms.stake(from, minor)
  const unstake = (minor: bigint) => forms.unstake(from, minor)
  const [usd, yut] = [`${from.handle}:usd`, `${from.handle}:yut`]
  return [
    { unit: 'usd', forms: [dollars, cents], payer, from: usd },
    { unit: 'usd', forms: [cents, dollars], payer, from: usd },
    { unit: 'yut', forms: [tokens, tokensFromWallet], payer, from: yut },
    { unit: 'yut', forms: [stake, unstake, tokens], payer, from: yut },
    { unit: 'yut', forms: [unstake, stake], payer, from: `${yut}:staked` },
  ]
}

/**
 * A client that does with keys what nobody should, and what a client behind a balancer does without knowing: it uses one
 * for several requests, at several processes, one after the other and at the same time, and then spends what a process
 * would believe to have if it had taken the wrong request for the stored one.
 */
export const createMisuse = (
  members: Everyone,
  apiCount: number,
  { send, carryOut, read }: Requests,
  random: Random,
) => {
  const intents: Intent[] = []
  /** About what there is, from the answers: amounts are chosen by it. */
  const guess = new Map<Account, bigint>()
  const amountIn = (unit: Unit, minor: bigint): bigint => {
    const whole = minor - (minor % STEP_MINOR[unit])
    return whole < LEAST[unit] ? LEAST[unit] : whole > MOST[unit] ? MOST[unit] : whole
  }
  const guessed = (account: Account): bigint => guess.get(account) ?? 0n
  /** A part of what is there, all of it, or somewhat more. */
  const anyAmount = ({ unit, from }: Purpose): bigint => {
    const percent = random.pick([1, 20, 60, 90, 100, 110])
    return amountIn(
      unit,
      (guessed(from) * BigInt(percent)) / 100n + LEAST[unit] * BigInt(percent > 100 ? 2 : 0),
    )
  }
  const learn = (answer: Answer): Answer => {
    const { from, to, minor } = answer.form
    if (outcomeIn(answer) !== 'done') return answer
    guess.set(from, guessed(from) - minor)
    guess.set(to, guessed(to) + minor)
    return answer
  }
  const carryOutOnce = async (
    { payer }: Purpose,
    ...sent: readonly (readonly [form: Form, api: number])[]
  ): Promise<Intent> => {
    const intent = newIntent(payer.user)
    intents.push(intent)
    learn(await carryOut(intent, sent))
    return intent
  }
  const choose = () => {
    const at = random.integer(members.length)
    const payer = members[at] ?? members[0]
    const payee = members[(at + 1 + random.integer(members.length - 1)) % members.length] ?? members[1]
    const purpose = random.pick(purposes(payer, payee))
    const first = random.integer(apiCount)
    const second = (first + 1 + random.integer(apiCount - 1)) % apiCount
    return { purpose, payer, payee, first, second }
  }
  const formWith = ({ forms: [usual] }: Purpose, minor: bigint): Form => {
    if (!usual) throw new Error('A purpose has no form')
    return usual(minor)
  }
  /** Another request for the same key: another amount, now and then by another way as well. */
  const otherForm = (purpose: Purpose, { minor }: Form): Form => {
    const [usual, ...others] = purpose.forms
    const another = random.integer(2) === 0 ? usual : (others[random.integer(others.length)] ?? usual)
    if (!another) throw new Error('A purpose has no form')
    const amount = random.integer(2) === 0 ? LEAST[purpose.unit] : anyAmount(purpose)
    const step = STEP_MINOR[purpose.unit]
    return another(amount !== minor ? amount : minor < MOST[purpose.unit] ? minor + step : minor - step)
  }

  /** What a process that is wrong about the payment `done` would allow or refuse. */
  const spendAfter = (purpose: Purpose, before: bigint, api: number): Promise<Intent> => {
    const { unit, from } = purpose
    const left = guessed(from)
    const amount = amountIn(unit, left < before ? left + (before - left) / 2n : (left * 9n) / 10n)
    return carryOutOnce(purpose, [formWith(purpose, amount), api])
  }

  /** One key, used in one of the ways; each leaves the second process a chance to be wrong. */
  const misuseKey = async (): Promise<void> => {
    const { purpose, payer, payee, first, second } = choose()
    // The second process has the wallets in its memory, as of just before.
    if (random.integer(3) > 0) await carryOutOnce(purpose, [formWith(purpose, LEAST[purpose.unit]), second])
    const before = guessed(purpose.from)
    const form = formWith(purpose, anyAmount(purpose))
    const apis = Array.from({ length: apiCount }, (_, n) => n)
    switch (random.integer(6)) {
      case 0: {
        await carryOutOnce(purpose, ...apis.map((api) => [form, api] as const))
        break
      }
      case 1: {
        await carryOutOnce(
          purpose,
          ...apis.map((api) => [api === first ? form : otherForm(purpose, form), api] as const),
        )
        break
      }
      case 2:
      case 3: {
        const intent = await carryOutOnce(purpose, [form, first])
        await send(intent, otherForm(purpose, form), second)
        break
      }
      case 4: {
        const intent = await carryOutOnce(purpose, [form, first])
        await Promise.all([
          send(intent, otherForm(purpose, form), second),
          spendAfter(purpose, before, second),
        ])
        break
      }
      default: {
        // Money comes in at the first; the second repeats the payment before it and, meanwhile, spends what came.
        const intent = await carryOutOnce(purpose, [form, first])
        const [back] = purposes(payee, payer).filter(({ unit }) => unit === purpose.unit)
        if (back) await carryOutOnce(back, [formWith(back, anyAmount(back)), first])
        await Promise.all([send(intent, form, second), spendAfter(purpose, before, second)])
      }
    }
    await spendAfter(purpose, before, second)
    if (random.integer(3) === 0) await read(random.pick(members), random.integer(apiCount))
  }

  /** A key of before, with the same request or another one, at any process. */
  const repeatOldKey = async (): Promise<void> => {
    const [oldest, ...others] = intents.filter(({ answers }) => answers.length > 0)
    if (!oldest) return
    const intent = random.pick([oldest, ...others])
    const form = intent.answers[0]?.form
    const api = random.integer(apiCount)
    const { payer, payee } = choose()
    if (random.integer(2) === 0 && form) await send(intent, form, api)
    else if (payer.user.id === intent.member.id) {
      const purpose = random.pick(purposes(payer, payee))
      await send(intent, formWith(purpose, LEAST[purpose.unit] + STEP_MINOR[purpose.unit]), api)
    }
  }

  return {
    intents,
    /** What there is now. */
    begin: (balances: ReadonlyMap<Account, bigint>): void => {
      for (const [account, minor] of balances) guess.set(account, minor)
    },
    /** So many keys by so many clients at a time. */
    run: async (keys: number, clients: number): Promise<void> => {
      let left = keys
      const client = async (): Promise<void> => {
        while (left > 0) {
          left -= 1
          await misuseKey()
          await repeatOldKey()
        }
      }
      await Promise.all(Array.from({ length: clients }, client))
    },
    /** Asks every process for more than there is in each account, which makes it say what it believes, and reads. */
    probe: async (): Promise<void> => {
      for (let api = 0; api < apiCount; api += 1)
        await Promise.all(
          members.map(async (payer, n) => {
            const payee = members[(n + 1) % members.length] ?? members[0]
            const [dollars, , tokens, , unstake] = purposes(payer, payee)
            for (const purpose of [dollars, tokens, unstake])
              if (purpose) await carryOutOnce(purpose, [formWith(purpose, MOST[purpose.unit]), api])
            await eventually(() => read(payer, api), `process ${api + 1} reads the balances`, READ_MS_MAX)
          }),
        )
    },
  }
}
