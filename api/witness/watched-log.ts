import type { NoteVerifier } from '../../events/proof/note-keys.ts'
import type { LogClient } from './log-client.ts'
import type { WitnessFiles } from './state.ts'
import type { InTurn } from '../../events/turns.ts'

/** A log that this witness knows. */
export interface WatchedLog {
  /** Its key from a trusted source; null: the one that it gave on first contact, in its state. */
  readonly key: { readonly text: string; readonly verifier: NoteVerifier } | null
  readonly files: Pick<WitnessFiles, 'load' | 'save' | 'saveEvidence'>
  /** Everything that reads and then writes its state waits for its turn. */
  readonly inTurn: InTurn
  /** Null: it is not looked at; it sends its checkpoints itself. */
  readonly client: LogClient | null
  /** Why this witness last refused to sign; null when it never did. */
  alarm: string | null
}
