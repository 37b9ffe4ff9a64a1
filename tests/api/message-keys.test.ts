import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMessageKeys } from '../../api/identity/message-keys.ts'
import { KEY_ENCRYPTION_KEY, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const fresh = (keyEncryptionKeys = [KEY_ENCRYPTION_KEY]) =>
  createMessageKeys({ pool: app.pool, keyEncryptionKeys })

describe('message keys', () => {
  it('encrypt what only they decrypt, in every process', async () => {
    const member = randomUUID()
    const message = await app.messageKeys.encrypt(member, 'for lunch 🍜')
    expect(JSON.stringify(message)).not.toContain('lunch')
    expect(await app.messageKeys.decrypt(message)).toBe('for lunch 🍜')
    expect(await fresh().decrypt(message)).toBe('for lunch 🍜')
  })

  it('are one per member, also when many messages come at once, and never repeat a nonce', async () => {
    const member = randomUUID()
    const messages = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? app.messageKeys : fresh()).encrypt(member, 'x')),
    )
    expect(new Set(messages.map(({ keyId }) => keyId)).size).toBe(1)
    expect(new Set(messages.map(({ nonce }) => nonce)).size).toBe(50)
  })

  it('make their messages unreadable when they are destroyed', async () => {
    const [member, other] = [randomUUID(), randomUUID()]
    const message = await app.messageKeys.encrypt(member, 'secret')
    const kept = await app.messageKeys.encrypt(other, 'kept')
    await app.messageKeys.destroy(member)
    expect(await app.messageKeys.decrypt(message)).toBeNull()
    expect(await fresh().decrypt(message)).toBeNull()
    expect(await app.messageKeys.decrypt(kept)).toBe('kept')
    const { rows } = await app.pool.query('select wrapped_key from app.member_key where member_id = $1', [
      member,
    ])
    expect(rows).toEqual([{ wrapped_key: null }])
  })

  it('are wrapped anew when the key-encryption key changes', async () => {
    const message = await app.messageKeys.encrypt(randomUUID(), 'old')
    const next = randomBytes(32).toString('base64')
    expect(await fresh([next]).decrypt(message)).toBeNull()
    expect(await fresh([next, KEY_ENCRYPTION_KEY]).rewrap()).toBeGreaterThan(0)
    expect(await fresh([next]).decrypt(message)).toBe('old')
    expect(await fresh([KEY_ENCRYPTION_KEY, next]).rewrap()).toBeGreaterThan(0)
  })

  it('notice a changed message and a swapped key', async () => {
    const [a, b] = [randomUUID(), randomUUID()]
    const [message, other] = [
      await app.messageKeys.encrypt(a, 'to a'),
      await app.messageKeys.encrypt(b, 'to b'),
    ]
    await expect(app.messageKeys.decrypt({ ...message, keyId: other.keyId })).rejects.toThrow()
    await expect(app.messageKeys.decrypt({ ...message, nonce: other.nonce })).rejects.toThrow()
    await app.pool.query(
      `update app.member_key set wrapped_key = (select wrapped_key from app.member_key where member_id = $2)
       where member_id = $1`,
      [a, b],
    )
    await expect(fresh().decrypt(message)).rejects.toThrow()
  })

  it('of an unknown id give nothing', async () => {
    const message = await app.messageKeys.encrypt(randomUUID(), 'x')
    expect(await app.messageKeys.decrypt({ ...message, keyId: randomUUID() })).toBeNull()
  })
})
