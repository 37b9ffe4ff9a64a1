import { standInHarness } from '../support/eventstoredb/harness.ts'
import { eventStoreContract } from './event-store/contract.ts'

eventStoreContract('EventStoreDB event store, over gRPC to a stand-in', standInHarness)
