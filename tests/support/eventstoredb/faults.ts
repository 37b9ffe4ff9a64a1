import { status, type Metadata } from '@grpc/grpc-js'

/** What happens to an append. */
export type AppendFault =
  /** It is stored, the answer never comes. */
  | 'swallow'
  /** It is stored, the answer comes when {@link Faults.release} is called. */
  | 'hold'
  /** It is not processed, and no answer comes. */
  | 'ignore'
  /** It is not stored; the answer is that the server is busy. */
  | 'busy'
  /** It is not stored; the answer is that the server is not ready, as in the first seconds after its start. */
  | 'not_ready'

/** Faults that tests switch on and off. */
export class Faults {
  /** For the next appends, one each, in this order. */
  readonly nextAppends: AppendFault[] = []
  /** For every append, until taken back. */
  allAppends: AppendFault | null = null
  /** Reads get no answer, until taken back. */
  silentReads = false
  /** Reads of one stream leave positions out, as servers before 22.6 do. */
  noPositions = false
  /** Gossip requests get no answer, until taken back. */
  silentGossip = false
  /** What the `authorization` header must be; null asks for none. */
  authorization: string | null = null
  /** Batch appends are an unknown method, as before 21.10. */
  noBatches = false

  readonly #held: (() => void)[] = []

  hold(answer: () => void): void {
    this.#held.push(answer)
  }

  /** How many answers are held back. */
  get held(): number {
    return this.#held.length
  }

  release(): void {
    for (const answer of this.#held.splice(0)) answer()
  }

  /** The error for a caller without the right credentials; null for others. */
  authenticationError(headers: Metadata): Error | null {
    if (this.authorization === null || headers.get('authorization')[0] === this.authorization) return null
    return Object.assign(new Error('Unauthenticated'), { code: status.UNAUTHENTICATED })
  }

  ofAppend(): AppendFault | null {
    return this.allAppends ?? this.nextAppends.shift() ?? null
  }
}
