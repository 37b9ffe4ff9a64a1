import { status, type Metadata } from '@grpc/grpc-js'

/** What happens to an append. */
export type AppendFault =
  /** It is stored, the answer never comes. */
  | 'swallow'
  /** It is stored, the answer comes when {@link Faults.release} is called. */
  | 'hold'
  /** It is not even looked at, and no answer comes. */
  | 'ignore'
  /** It is not stored; the answer is that the server is busy. */
  | 'busy'
  /** It is not stored; the answer is that the server is not ready, as in the first seconds after its start. */
  | 'not_ready'

/** Switches that tests throw. */
export class Faults {
  /** For the next appends, one each, in this order. */
  readonly nextAppends: AppendFault[] = []
  /** For every append, until taken back. */
  allAppends: AppendFault | null = null
  /** Reads get no answer, until taken back. */
  silentReads = false
  /** Reads of one stream leave positions out, as servers before 22.6 do. */
  noPositions = false
  /** The cluster does not tell its members, until taken back. */
  silentGossip = false
  /** What the `authorization` header must be; null asks for none. */
  authorization: string | null = null
  /** Appends in batches are not known, as before 21.10. */
  noBatches = false

  readonly #held: (() => void)[] = []

  hold(answer: () => void): void {
    this.#held.push(answer)
  }

  /** How many answers are being held. */
  get held(): number {
    return this.#held.length
  }

  release(): void {
    for (const answer of this.#held.splice(0)) answer()
  }

  /** What is wrong with who calls. */
  stranger(headers: Metadata): Error | null {
    if (this.authorization === null || headers.get('authorization')[0] === this.authorization) return null
    return Object.assign(new Error('Unauthenticated'), { code: status.UNAUTHENTICATED })
  }

  ofAppend(): AppendFault | null {
    return this.allAppends ?? this.nextAppends.shift() ?? null
  }
}
