// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { eraseEntries, memberEntry } from '../../../../web/data/at-rest.ts'
import { becomeStorage } from '../../../../web/data/device-storage.ts'
import { beginEpoch } from '../../../../web/data/epoch.ts'
import { ApiError, UnknownOutcomeError } from '../../../../web/data/errors.ts'
import { unsettledIntents } from '../../../../web/data/intents.ts'
import { closeMemberDatabase, memberDatabase, openMemberDatabase } from '../../../../web/data/stored.ts'
import { calling } from '../../../../web/flow/attempt.ts'
import { bindingMachine } from '../../../../web/flow/machine.ts'
import { createFlow, onePerMember } from '../../../../web/flow/create-flow.ts'
import { savedBinding } from '../../../../web/flow/saved.ts'

interface Intent {
  readonly word: string
  readonly key: string
}
interface Writing {
  readonly step: 'writing'
  readonly word: string
}
const key = '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f'
const review = { step: 'review', intent: { word: 'hello', key }, problem: null } as const

/** Handles the request in place of the server, and may end the session meanwhile. */
let send: () => Promise<never>
const flowOf = onePerMember((member) =>
  createFlow<Intent, string, Writing>({
    member,
    name: 'send',
    kind: 'transfer',
    transition: bindingMachine<Intent, string, Writing, never>({
      beforeReview: ({ word }) => ({ step: 'writing', word }),
    }),
    saved: savedBinding<Intent, Writing>({
      version: 1,
      intent: z.object({ word: z.string(), key: z.uuid() }),
    }),
    offered: (state) =>
      'intent' in state && state.intent.word !== 'unworthy' ? `Say ${state.intent.word}?` : null,
    ...calling<Intent, string>(
      () => ({ send: () => send(), stored: () => undefined }),
      () => 'Failed',
    ),
    ask: async () => null,
    refresh: () => undefined,
  }),
)

const ada = { id: crypto.randomUUID(), did: 'did:ada' }
const draft = () => sessionStorage.getItem(memberEntry(ada.id, 'send'))
const lapse = () => {
  beginEpoch()
  closeMemberDatabase()
}
const signOut = () => {
  lapse()
  eraseEntries(null)
}
const confirmed = async (end: () => void, error: Error) => {
  const sent = Promise.withResolvers<void>()
  send = async () => {
    end()
    queueMicrotask(sent.resolve)
    throw error
  }
  const flow = flowOf(ada)
  flow.dispatch({ type: 'reviewed', intent: review.intent })
  flow.dispatch({ type: 'confirmed' })
  await sent.promise
  await new Promise((resolve) => setTimeout(resolve))
}
const turnedAway = new ApiError(401, 'not_signed_in', 'Please sign in.')

beforeEach(async () => {
  sessionStorage.clear()
  becomeStorage({ state: 'kept' })
  beginEpoch()
  await openMemberDatabase(ada.id)
})
afterEach(closeMemberDatabase)

describe('a session that ends while something is being confirmed', () => {
  it('offers its review to the same member, and nothing stands as sent', async () => {
    await confirmed(lapse, turnedAway)
    expect(draft()).toContain('"step":"review"')
    await openMemberDatabase(ada.id)
    expect(await unsettledIntents('transfer')).toHaveLength(1)
    const again = flowOf(ada)
    expect(again.store.getState().step).toBe('closed')
    expect(again.offer.getState()).toEqual({ state: review, question: 'Say hello?' })
    again.takeUp()
    expect(again.store.getState()).toEqual(review)
    expect(again.offer.getState()).toBeNull()
    await expect.poll(() => unsettledIntents('transfer')).toEqual([])
  })

  it('asks what happened where the request had left already', async () => {
    await confirmed(lapse, new UnknownOutcomeError())
    await openMemberDatabase(ada.id)
    expect(flowOf(ada).store.getState()).toMatchObject({ step: 'checking', intent: { key } })
    expect(await unsettledIntents('transfer')).toHaveLength(1)
  })

  it('leaves nothing when it was a sign-out', async () => {
    await confirmed(signOut, turnedAway)
    expect(draft()).toBeNull()
  })
})

describe('a page that is left', () => {
  it('closes and offers what was begun, and nothing of it once the flow opens anew', () => {
    const flow = flowOf(ada)
    flow.dispatch({ type: 'reviewed', intent: review.intent })
    expect(flow.entries.getState()).toBe(1)
    flow.leavePage()
    expect(flow.store.getState().step).toBe('closed')
    expect(flow.entries.getState()).toBe(0)
    expect(flow.offer.getState()?.question).toBe('Say hello?')
    expect(draft()).toContain('hello')
    // The page may be left again before it is taken up.
    flow.leavePage()
    expect(draft()).toContain('hello')
    flow.dispatch({ type: 'reviewed', intent: review.intent })
    expect(flow.offer.getState()).toBeNull()
    flow.dispatch({ type: 'closed' })
    expect(draft()).toBeNull()
  })

  it('goes on asking about what was sent', async () => {
    send = async () => Promise.reject(new UnknownOutcomeError())
    const flow = flowOf(ada)
    flow.dispatch({ type: 'reviewed', intent: review.intent })
    flow.dispatch({ type: 'confirmed' })
    await expect.poll(() => flow.store.getState().step).toBe('checking')
    flow.leavePage()
    expect(flow.store.getState().step).toBe('checking')
    expect(flow.offer.getState()).toBeNull()
  })

  it('drops what is not worth an offer', () => {
    const flow = flowOf(ada)
    flow.dispatch({ type: 'reviewed', intent: { ...review.intent, word: 'unworthy' } })
    flow.leavePage()
    expect(flow.offer.getState()).toBeNull()
    expect(draft()).toBeNull()
  })
})

describe('what is sent', () => {
  /** Confirms; resolves to the flow and how often its request was sent so far. */
  const confirm = async () => {
    const requests = vi.fn<() => Promise<never>>(async () => Promise.reject(new UnknownOutcomeError()))
    send = requests
    const flow = flowOf(ada)
    flow.dispatch({ type: 'reviewed', intent: review.intent })
    flow.dispatch({ type: 'confirmed' })
    await new Promise((resolve) => setTimeout(resolve))
    return { flow, requests }
  }
  const leave = () => window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
  const comeBack = () => window.dispatchEvent(new Event('pageshow'))

  it('waits until it is stored: a page that is left meanwhile stores it when it is back, and sends then', async () => {
    leave()
    const { flow, requests } = await confirm()
    expect(flow.store.getState().step).toBe('processing')
    expect(requests).not.toHaveBeenCalled()
    comeBack()
    await expect.poll(() => flow.store.getState().step).toBe('checking')
    expect(requests).toHaveBeenCalledTimes(1)
    expect(await unsettledIntents('transfer')).toHaveLength(1)
  })

  it('is nothing if the session has ended meanwhile: the review is kept', async () => {
    leave()
    const { requests } = await confirm()
    lapse()
    comeBack()
    await expect.poll(draft).toContain('"step":"review"')
    expect(requests).not.toHaveBeenCalled()
  })

  it('is nothing if it can’t be stored: the review says so', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const intents = memberDatabase()?.intents
    if (intents === undefined) throw new Error('no database')
    const put = vi.spyOn(intents, 'put').mockRejectedValue(new DOMException('It broke', 'DataError'))
    const { flow, requests } = await confirm()
    await expect.poll(() => flow.store.getState().step).toBe('review')
    expect(flow.store.getState()).toMatchObject({
      problem: expect.stringContaining('nothing was sent') as unknown,
    })
    expect(requests).not.toHaveBeenCalled()
    put.mockRestore()
  })

  it('needs no database where nothing can be stored: the draft of this tab does', async () => {
    closeMemberDatabase()
    becomeStorage({ state: 'memory' })
    const { requests } = await confirm()
    await expect.poll(() => requests.mock.calls.length).toBe(1)
    expect(draft()).toContain('"step":"checking"')
  })
})
