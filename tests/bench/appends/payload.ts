import { randomUUID } from 'node:crypto'
import type { BenchEvent } from './contender.ts'

const TO = randomUUID()
const MESSAGE = 'Thank you for dinner, see you on Friday!'

/** A transfer as a wallet stores it: about 300 bytes, a quarter of them metadata. */
export const benchEvent = (): BenchEvent => {
  const id = randomUUID()
  return {
    id,
    type: 'TransferSent',
    data: {
      transferId: id,
      from: id,
      to: TO,
      currency: 'USD',
      minor: '2500',
      message: MESSAGE,
    },
    metadata: { correlationId: id, actor: 'bench' },
  }
}

/** A new stream for every event; all in the category `wallet`, as they would be in a real ledger. */
export const newStreamId = (): string => `wallet-${randomUUID()}`
