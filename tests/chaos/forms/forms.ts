import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ErrorBody } from '../../../api/contract/errors.ts'
import { SECOND_MS } from '../../support/moving-clock.ts'
import { wrongMemories } from './memory.ts'
import type { Answer, Call, FormsWorld } from './world.ts'

/** One command, made ready to be sent. */
export interface Ready {
  readonly call: Call
  /** The same operation with another body, or another id in its path; absent where it takes neither. */
  readonly other?: Call
}

/** Two commands for something that is there for one of them only. */
export interface Scarce {
  readonly calls: readonly [Call, Call]
  /** How many of both succeed; one unless said. */
  readonly wins?: readonly number[]
}

export interface FormsOfCommand {
  readonly operation: string
  /** The kind of fact that is there exactly once under the key; null where the ledger has none of it. */
  readonly fact: string | null
  readonly ready: (turn: number) => Promise<Ready>
  readonly scarce?: (turn: number) => Promise<Scarce>
}

/** What came of one form: its name, and what was wrong. */
export interface FormResult {
  readonly form: string
  readonly wrong: readonly string[]
}

const KEY_REUSED = 'idempotency_key_reused'
const TRIES_MAX = 20
const TRY_AFTER_MS = 50

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300
/** A conflict, a limit or a failure may pass: the same is asked again. */
const mayPass = ({ status }: Answer): boolean => status === 409 || status === 429 || status >= 500
const codeOf = ({ text }: Answer): string => ErrorBody.parse(JSON.parse(text)).code
const isReused = (answer: Answer): boolean => answer.status === 422 && codeOf(answer) === KEY_REUSED
const said = ({ status, text }: Answer): string => `${status} ${text.slice(0, 300)}`

/** What may be told in another way each time it is asked for: how far the rest is. */
const comparable = ({ status, text }: Answer): string => `${status} ${text}`

/**
 * The forms of one command at several processes: S the same request under one key, O another request under the same key,
 * R the key of another command, X two keys for one thing.
 */
export const createForms = (world: FormsWorld, foreign: (command: FormsOfCommand, call: Call) => Call) => {
  const { send, inFlight, clock, eventsOf, apis } = world
  const every = Array.from({ length: apis }, (_, n) => n)
  const second = apis - 1
  let turn = 0

  /** Asks again until it is answered for good. A pending step, such as a payment under way, ends by itself. */
  const settled = async (call: Call, key: string, api: number, first?: Answer): Promise<Answer> => {
    let answer = first ?? (await send(call, key, api))
    for (let tries = 1; mayPass(answer) && tries < TRIES_MAX; tries += 1) {
      await sleep(TRY_AFTER_MS)
      answer = await send(call, key, api)
    }
    return answer
  }

  const check = async (
    form: string,
    { fact }: FormsOfCommand,
    work: (wrong: string[]) => Promise<readonly (readonly [key: string, isDone: boolean])[]>,
  ): Promise<FormResult> => {
    const wrong: string[] = []
    const keys = await work(wrong)
    for (const [key, isDone] of keys) {
      const types = (await eventsOf(key)).map(({ type }) => type)
      const twice = types.filter((type, n) => types.indexOf(type) !== n)
      if (twice.length > 0) wrong.push(`${twice.join(', ')} stand twice under one key`)
      if (fact !== null && types.includes(fact) !== isDone)
        wrong.push(
          `${fact} ${isDone ? 'is missing' : 'is there'} under ${key}; there are ${types.join(', ')}`,
        )
    }
    for (const stream of await wrongMemories()) wrong.push(`a process is wrong about ${stream}`)
    return { form, wrong }
  }

  /** One request under one key: one success, and every answer the same. */
  const same =
    (form: string, carryOut: (call: Call, key: string) => Promise<readonly Answer[]>) =>
    (command: FormsOfCommand): Promise<FormResult> =>
      check(`S ${form}`, command, async (wrong) => {
        const { call } = await command.ready(turn++)
        const key = randomUUID()
        const first = await carryOut(call, key)
        const last = await Promise.all(every.map((api) => settled(call, key, api)))
        const answers = [...first.filter((one) => !mayPass(one)), ...last]
        const [one] = last
        if (!one || !isSuccess(one)) wrong.push(`it did not succeed: ${answers.map(said).join(' | ')}`)
        if (new Set(answers.map(comparable)).size > 1)
          wrong.push(`it was answered in two ways: ${answers.map(said).join(' | ')}`)
        return [[key, true]]
      })

  /** Two requests under one key, which are not the same: one is carried out, the other refused as such. */
  const otherwise =
    (
      form: string,
      pairOf: (ready: Ready, command: FormsOfCommand) => readonly [Call, Call] | null,
      carryOut: (calls: readonly [Call, Call], key: string) => Promise<readonly Answer[]>,
      /** Which of the calls is the command itself. */
      own: readonly number[],
    ) =>
    (command: FormsOfCommand): Promise<FormResult> =>
      check(form, command, async (wrong) => {
        const pair = pairOf(await command.ready(turn++), command)
        if (!pair) return []
        const key = randomUUID()
        const first = await carryOut(pair, key)
        const [one, other] = pair
        const last = [await settled(one, key, 0), await settled(other, key, second)]
        const told = [...first, ...last].map(said).join(' | ')
        if (last.filter(isSuccess).length !== 1 || last.filter(isReused).length !== 1)
          wrong.push(`one success and one ${KEY_REUSED} were expected: ${told}`)
        for (const [n, answer] of first.entries()) {
          const later = last[n % 2]
          if (!mayPass(answer) && later && comparable(answer) !== comparable(later))
            wrong.push(`it was answered in two ways: ${told}`)
        }
        // The other process is asked for each as well.
        for (const [n, call] of pair.entries()) {
          const elsewhere = await settled(call, key, n === 0 ? second : 0)
          const here = last[n]
          if (here && comparable(elsewhere) !== comparable(here))
            wrong.push(`another process says ${said(elsewhere)}: ${told}`)
        }
        return [[key, last.some((answer, n) => own.includes(n) && isSuccess(answer))]]
      })

  /** Two keys for something that is there once. */
  const scarce =
    (form: string, carryOut: (sends: readonly (() => Promise<Answer>)[]) => Promise<readonly Answer[]>) =>
    (command: FormsOfCommand): Promise<FormResult> =>
      check(`X ${form}`, command, async (wrong) => {
        if (!command.scarce) return []
        const { calls, wins = [1] } = await command.scarce(turn++)
        const keys = [randomUUID(), randomUUID()] as const
        const sends = calls.map((call, n) => ({ call, key: keys[n] ?? keys[0], api: n === 0 ? 0 : second }))
        const first = await carryOut(
          sends.map(
            ({ call, key, api }) =>
              () =>
                send(call, key, api),
          ),
        )
        const last = await Promise.all(
          sends.map(({ call, key, api }, n) => settled(call, key, api, first[n])),
        )
        const told = [...first, ...last].map(said).join(' | ')
        if (!wins.includes(last.filter(isSuccess).length))
          wrong.push(`${wins.join(' or ')} of both were to succeed: ${told}`)
        return keys.map((key, n) => {
          const answer = last[n]
          return [key, answer !== undefined && isSuccess(answer)] as const
        })
      })

  const together = <T>(sends: readonly (() => Promise<T>)[]): Promise<T[]> =>
    Promise.all(sends.map((work) => work()))
  const inTurn = async <T>(sends: readonly (() => Promise<T>)[]): Promise<T[]> => {
    const done: T[] = []
    for (const work of sends) done.push(await work())
    return done
  }
  const everywhere = (call: Call, key: string) => every.map((api) => () => send(call, key, api))
  const apart = ([one, other]: readonly [Call, Call], key: string) => [
    () => send(one, key, 0),
    () => send(other, key, second),
  ]
  const otherBody = ({ call, other }: Ready): readonly [Call, Call] | null => (other ? [call, other] : null)

  const forms = [
    same('after', (call, key) => inTurn(everywhere(call, key))),
    same('at once', (call, key) => together(everywhere(call, key))),
    same('in flight', (call, key) => inFlight(everywhere(call, key))),
    same('in flight, seconds later', (call, key) =>
      inFlight(everywhere(call, key), () => clock.forward(2 * SECOND_MS)),
    ),
    otherwise('O after', otherBody, (pair, key) => inTurn(apart(pair, key)), [0, 1]),
    otherwise('O at once', otherBody, (pair, key) => together(apart(pair, key)), [0, 1]),
    otherwise('O in flight', otherBody, (pair, key) => inFlight(apart(pair, key)), [0, 1]),
    otherwise(
      'R after',
      ({ call }, command) => [call, foreign(command, call)],
      (pair, key) => inTurn(apart(pair, key)),
      [0],
    ),
    otherwise(
      'R before',
      ({ call }, command) => [foreign(command, call), call],
      (pair, key) => inTurn(apart(pair, key)),
      [1],
    ),
    otherwise(
      'R at once',
      ({ call }, command) => [call, foreign(command, call)],
      (pair, key) => together(apart(pair, key)),
      [0],
    ),
    otherwise(
      'R in flight',
      ({ call }, command) => [call, foreign(command, call)],
      (pair, key) => inFlight(apart(pair, key)),
      [0],
    ),
    scarce('at once', together),
    scarce('in flight', inFlight),
  ]

  return {
    /** Puts a command through every form; what was wrong, one line a form. */
    run: async (command: FormsOfCommand): Promise<readonly string[]> => {
      const wrong: string[] = []
      for (const form of forms) {
        const result = await form(command)
        wrong.push(...result.wrong.map((what) => `${command.operation}, ${result.form}: ${what}`))
      }
      return wrong
    },
  }
}
