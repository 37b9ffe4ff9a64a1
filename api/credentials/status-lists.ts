import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { DAY_MS, HOUR_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { STATUS_LIST_BITS } from '../contract/credential-verifier/bitstring.ts'
import type { SignedCredential } from '../contract/credentials.ts'
import type { Issuer } from './issuer.ts'

const pack = promisify(gzip)

/** A list is signed again after this time; its signature is valid for a day. */
const RENEWED_AFTER_MS = HOUR_MS
const VALID_MS = DAY_MS

export const statusListUrl = (publicUrl: string, list: number): string =>
  `${publicUrl}/credentials/status/${list}`

/** The position of a credential's bit (Bitstring Status List 2.1). */
export const statusEntry = (publicUrl: string, list: number, index: number) => ({
  id: `${statusListUrl(publicUrl, list)}#${index}`,
  type: 'BitstringStatusListEntry',
  statusPurpose: 'revocation',
  statusListIndex: String(index),
  statusListCredential: statusListUrl(publicUrl, list),
})

/** The signed lists of revoked credentials. */
export interface StatusLists {
  /** Undefined when no credential has a place in it. */
  readonly signed: (list: number) => Promise<SignedCredential | undefined>
}

interface Signed {
  readonly bits: string
  readonly signedAt: number
  readonly credential: SignedCredential
}

export const createStatusLists = ({
  pool,
  issuer,
  publicUrl,
  clock,
}: {
  readonly pool: Pool
  readonly issuer: Issuer
  readonly publicUrl: string
  readonly clock: Clock
}): StatusLists => {
  const cache = new LRUCache<number, Signed>({ max: 100 })

  const exists = async (list: number): Promise<boolean> => {
    const { rows } = await pool.query({
      name: 'status-list-exists',
      text: 'select 1 from app.credential where status_list = $1 limit 1',
      values: [list],
    })
    return rows.length > 0
  }

  const bitsOf = async (list: number): Promise<Buffer> => {
    const { rows } = await pool.query<{ status_index: number }>({
      name: 'status-list-revoked',
      text: 'select status_index from app.credential where status_list = $1 and revoked_at is not null',
      values: [list],
    })
    const bits = Buffer.alloc(STATUS_LIST_BITS / 8)
    for (const { status_index: index } of rows) {
      const byte = Math.trunc(index / 8)
      // Index 0 is the leftmost bit.
      bits.writeUInt8(bits.readUInt8(byte) | (0b1000_0000 >> (index % 8)), byte)
    }
    return bits
  }

  return {
    signed: async (list) => {
      const known = cache.get(list)
      if (!known && !(await exists(list))) return undefined
      const bytes = await bitsOf(list)
      const bits = createHash('sha256').update(bytes).digest('base64url')
      const now = clock()
      const age = now.getTime() - (known?.signedAt ?? 0)
      if (known?.bits === bits && age >= 0 && age < RENEWED_AFTER_MS) return known.credential
      const url = statusListUrl(publicUrl, list)
      const credential = await issuer.sign({
        id: url,
        type: 'BitstringStatusListCredential',
        validFrom: now,
        validUntil: new Date(now.getTime() + VALID_MS),
        credentialSubject: {
          id: `${url}#list`,
          type: 'BitstringStatusList',
          statusPurpose: 'revocation',
          encodedList: `u${(await pack(bytes)).toString('base64url')}`,
        },
      })
      cache.set(list, { bits, signedAt: now.getTime(), credential })
      return credential
    },
  }
}
