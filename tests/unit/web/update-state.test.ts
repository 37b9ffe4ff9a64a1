import { describe, expect, test } from 'vitest'
import {
  updateStep,
  visibleOffer,
  type UpdateEvent,
  type UpdateState,
} from '../../../web/parts/update-state.ts'

const current: UpdateState = { version: 'current', holds: 0, versionsFound: 0 }
const after = (...types: UpdateEvent['type'][]): UpdateState =>
  types.reduce((state, type) => updateStep(state, { type }), current)

describe('a new version', () => {
  test('is offered, and applied only when accepted here', () => {
    expect(visibleOffer(after('found'))).toBe('update')
    expect(after('found', 'accepted').version).toBe('accepted')
    expect(after('found', 'accepted', 'activated').version).toBe('reloading')
  })

  test('accepted in another tab does not reload this one, but offers to', () => {
    const state = after('found', 'activated')
    expect(state.version).toBe('active_elsewhere')
    expect(visibleOffer(state)).toBe('reload')
    expect(updateStep(state, { type: 'accepted' }).version).toBe('reloading')
  })

  test('is neither offered nor applied while a dialog holds it', () => {
    expect(visibleOffer(after('found', 'held'))).toBe('none')
    expect(after('found', 'held', 'accepted').version).toBe('waiting')
    expect(after('found', 'held', 'activated').version).toBe('active_elsewhere')
    expect(after('chunk_missing', 'held', 'accepted').version).toBe('chunk_missing')
  })

  test('a dialog opened between acceptance and take-over is not reloaded away', () => {
    const state = after('found', 'accepted', 'held', 'activated')
    expect(state.version).toBe('active_elsewhere')
    expect(visibleOffer(updateStep(state, { type: 'released' }))).toBe('reload')
  })

  test('is offered again when the last of several holds ends', () => {
    expect(visibleOffer(after('found', 'held', 'held', 'released'))).toBe('none')
    expect(visibleOffer(after('found', 'held', 'held', 'released', 'released'))).toBe('update')
  })

  test('a missing chunk offers a reload, and a version found meanwhile takes its place', () => {
    expect(visibleOffer(after('chunk_missing'))).toBe('reload')
    expect(visibleOffer(after('chunk_missing', 'found'))).toBe('update')
    expect(after('found', 'chunk_missing').version).toBe('waiting')
  })
})
