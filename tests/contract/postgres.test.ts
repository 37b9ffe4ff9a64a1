import { eventStoreContract } from './event-store/contract.ts'
import { postgresHarness } from '../support/postgres-event-stores.ts'

eventStoreContract('Postgres event store', postgresHarness, { takesUnits: true })
