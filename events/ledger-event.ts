import {
  CREDENTIAL_SCHEMA_VERSION,
  isCredentialStream,
  parseCredentialEvent,
  type CredentialEvent,
} from './credentials/events.ts'
import { BILL_SCHEMA_VERSION, isBillStream, parseBillEvent, type BillEvent } from './bills/events.ts'
import {
  DEPOSIT_SCHEMA_VERSION,
  isDepositStream,
  parseDepositEvent,
  type DepositEvent,
} from './deposits/events.ts'
import {
  isMemberStream,
  MEMBER_SCHEMA_VERSION,
  parseMemberEvent,
  type MemberEvent,
} from './profile/events.ts'
import { isPoolStream, parsePoolEvent, POOL_SCHEMA_VERSION, type PoolEvent } from './pools/events.ts'
import {
  isProposalStream,
  PROPOSAL_SCHEMA_VERSION,
  parseProposalEvent,
  type ProposalEvent,
} from './governance/events.ts'
import {
  isReserveStream,
  RESERVE_SCHEMA_VERSION,
  parseReserveEvent,
  type ReserveEvent,
} from './token/events.ts'
import {
  isTransferRequestStream,
  parseTransferRequestEvent,
  TRANSFER_REQUEST_SCHEMA_VERSION,
  type TransferRequestEvent,
} from './requests/events.ts'
import { isWalletStream, WALLET_SCHEMA_VERSION, parseWalletEvent, type WalletEvent } from './wallet/events.ts'

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

/**
 * Reads any stored event at the boundary, by the prefix of its stream.
 * @throws {Error} when the stream or the event is of no kind that this code knows
 */
export const parseLedgerEvent = (stored: {
  streamId: string
  id: string
  type: string
  data: unknown
  metadata: unknown
}): LedgerEvent => {
  if (isWalletStream(stored.streamId)) return parseWalletEvent(stored)
  if (isDepositStream(stored.streamId)) return parseDepositEvent(stored)
  if (isReserveStream(stored.streamId)) return parseReserveEvent(stored)
  if (isProposalStream(stored.streamId)) return parseProposalEvent(stored)
  if (isTransferRequestStream(stored.streamId)) return parseTransferRequestEvent(stored)
  if (isCredentialStream(stored.streamId)) return parseCredentialEvent(stored)
  if (isMemberStream(stored.streamId)) return parseMemberEvent(stored)
  if (isPoolStream(stored.streamId)) return parsePoolEvent(stored)
  if (isBillStream(stored.streamId)) return parseBillEvent(stored)
  throw new Error(`Event ${stored.id} stands in stream ${stored.streamId}, which is of no known kind`)
}

/** The newest schema version of a stream's events that this code reads; 0 for a stream of no known kind. */
export const newestSchemaVersion = (streamId: string): number => {
  if (isWalletStream(streamId)) return WALLET_SCHEMA_VERSION
  if (isDepositStream(streamId)) return DEPOSIT_SCHEMA_VERSION
  if (isReserveStream(streamId)) return RESERVE_SCHEMA_VERSION
  if (isProposalStream(streamId)) return PROPOSAL_SCHEMA_VERSION
  if (isTransferRequestStream(streamId)) return TRANSFER_REQUEST_SCHEMA_VERSION
  if (isCredentialStream(streamId)) return CREDENTIAL_SCHEMA_VERSION
  if (isMemberStream(streamId)) return MEMBER_SCHEMA_VERSION
  if (isPoolStream(streamId)) return POOL_SCHEMA_VERSION
  if (isBillStream(streamId)) return BILL_SCHEMA_VERSION
  return 0
}
