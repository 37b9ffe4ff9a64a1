import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { maxEntries } from '../../../events/max-entries.ts'

/**
 * Storage of the development provider: in memory, bounded. A restart loses sign-ins in progress and the provider's own
 * session, which costs one more click.
 */
export const createMemoryAdapter = (): ((model: string) => Adapter) => {
  const kept = new LRUCache<string, AdapterPayload>(maxEntries(5_000))
  const grants = new LRUCache<string, Set<string>>(maxEntries(5_000))

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    const findBy = (field: 'uid' | 'userCode', value: string) =>
      [...kept.entries()].find(
        ([key, payload]) => key.startsWith(`${model}:`) && payload[field] === value,
      )?.[1]
    return {
      upsert: async (id, payload, expiresInSeconds) => {
        kept.set(keyOf(id), payload, expiresInSeconds ? { ttl: expiresInSeconds * 1000 } : {})
        const { grantId } = payload
        if (grantId !== undefined) grants.set(grantId, (grants.get(grantId) ?? new Set()).add(keyOf(id)))
      },
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (userCode) => findBy('userCode', userCode),
      consume: async (id) => {
        const payload = kept.get(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => {
        kept.delete(keyOf(id))
      },
      revokeByGrantId: async (grantId) => {
        for (const key of grants.get(grantId) ?? []) kept.delete(key)
        grants.delete(grantId)
      },
    }
  }
}
