import { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Recurring } from '../../../api/processes/recurring.ts'
import type { EnsureWallet } from '../../../api/wallet/open-wallet.ts'
import type { Transfers } from '../../../api/wallet/transfers.ts'
import type { Wallets } from '../../../api/wallet/wallets.ts'
import type { Clock } from '../../../events/ids.ts'
import type { EventStore } from '../../../events/store/event-store.ts'
import type { Views } from './views.ts'

/** What all subjects of a process share. */
export interface Core {
  readonly store: EventStore
  readonly clock: Clock
  readonly log: Logger
  readonly views: Views
  readonly wallets: Wallets
  readonly ensureWallet: EnsureWallet
  readonly transfers: Transfers
  /** Records errors where they occur, because a background process that stops does not report them. */
  readonly recorded: <Args extends readonly unknown[], T>(
    work: (...args: Args) => Promise<T>,
  ) => (...args: Args) => Promise<T>
  readonly context: (id: string) => {
    readonly actor: string
    readonly correlationId: string
    readonly causationId: string
    readonly at: string
  }
}

/** One subject in a process: its commands, and how its background processes are started. */
export interface Part<Intent, Process extends string> {
  /** @throws {Refusal} and the errors of a failing store */
  readonly take: (intent: Intent, repeated: boolean) => Promise<string>
  readonly processes: { readonly [Name in Process]: () => Recurring }
}

export const NO_WORDS = { keyId: 'k', nonce: 'n', ciphertext: 'c' } as const

export const never = (): never => {
  throw new Error('The model does not do this')
}

/** A database that answers a few queries, by their names, and knows of no account that is being closed. */
export const answering = (
  answers: Readonly<Record<string, (values: readonly unknown[]) => readonly object[]>> = {},
): Pool =>
  Object.assign(new Pool(), {
    query: async ({ name = '', values = [] }: { name?: string; values?: readonly unknown[] }) => {
      const answer = name === 'account-is-closed' ? () => [] : answers[name]
      if (!answer) throw new Error(`The model's database cannot answer ${name}`)
      const rows = answer(values)
      return { rowCount: rows.length, rows }
    },
  })
