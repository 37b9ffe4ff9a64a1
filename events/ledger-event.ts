import { bankEvents, type BankEvent } from './bank/events.ts'
import { billEvents, type BillEvent } from './bills/events.ts'
import { credentialEvents, type CredentialEvent } from './credentials/events.ts'
import { depositEvents, type DepositEvent } from './deposits/events.ts'
import { proposalEvents, type ProposalEvent } from './governance/events.ts'
import { poolEvents, type PoolEvent } from './pools/events.ts'
import { memberEvents, type MemberEvent } from './profile/events.ts'
import { transferRequestEvents, type TransferRequestEvent } from './requests/events.ts'
import type { StoredFact } from './stream.ts'
import { reserveEvents, type ReserveEvent } from './token/events.ts'
import { walletEvents, type WalletEvent } from './wallet/events.ts'

/** Every fact that the ledger knows; each kind of stream has its own. */
export type LedgerEvent =
  | WalletEvent
  | DepositEvent
  | ReserveEvent
  | ProposalEvent
  | TransferRequestEvent
  | CredentialEvent
  | MemberEvent
  | PoolEvent
  | BillEvent
  | BankEvent

/** Every kind of stream; the most frequent ones first. */
const KINDS = [
  walletEvents,
  depositEvents,
  poolEvents,
  billEvents,
  transferRequestEvents,
  proposalEvents,
  reserveEvents,
  credentialEvents,
  memberEvents,
  bankEvents,
]

/** Every kind of fact. */
export const FACT_KINDS = KINDS.flatMap(({ kinds }) => kinds)

/** The prefixes of the ledger's stream names. */
export const STREAM_PREFIXES: readonly string[] = KINDS.map(({ prefix }) => prefix)

const kindOf = (streamId: string) => KINDS.find(({ isStream }) => isStream(streamId))

/**
 * Parses any stored event, by the prefix of its stream.
 * @throws {Error} when the kind of the stream or of the event is unknown
 */
export const parseLedgerEvent = (stored: StoredFact & { readonly streamId: string }): LedgerEvent => {
  const kind = kindOf(stored.streamId)
  if (kind) return kind.parse(stored)
  throw new Error(`Event ${stored.id} stands in stream ${stored.streamId}, which is of no known kind`)
}

/** The newest schema version of a stream's events that this code reads; 0 for a stream of no known kind. */
export const newestSchemaVersion = (streamId: string): number => kindOf(streamId)?.version ?? 0
