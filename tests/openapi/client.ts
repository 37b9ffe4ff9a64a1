import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { outputOf } from './output-of.ts'

const { dirname } = import.meta
const COMPILER = path.join(dirname, 'node_modules/typescript/bin/tsc')
const GENERATOR = path.join(dirname, 'node_modules/openapi-typescript/bin/cli.js')

/** A call of each kind as a client writes it: if a name or a type is another one, it does not compile. */
const CALLS = `import type { components, paths } from './types'

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Sending = paths['/api/wallet/transfer']['post']
export const sent: Json<Sending['requestBody']> = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' }
export const receipt = (answer: Json<Sending['responses'][201]>): [string, string] => [answer.transfer_id, answer.position]
export const headers: NonNullable<paths['/api/wallet']['get']['parameters']['header']> = { 'Ledger-Min-Position': '1' }
export const asked: components['schemas']['RequestTransferBody'] = { from_user_identifier: 'ada', amount: 5 }
export const page: NonNullable<paths['/api/wallet/transactions']['get']['parameters']['query']> = { limit: 10, currency: 'YUT' }
type Notification = components['schemas']['ListNotificationsAnswer']['notifications'][number]
export const amountOf = (notification: Notification): string | null => (notification.kind === 'money_in' ? notification.amount : null)
export const refusal = ({ code, fields }: components['schemas']['ErrorBody']): string => fields?.['amount'] ?? code
`

/** What prevents a client from being generated of the document by openapi-typescript, and from being compiled. */
export const faultsOfClient = async (document: object): Promise<readonly string[]> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'youtility-client-'))
  const at = (name: string) => path.join(folder, name)
  try {
    await writeFile(at('openapi.json'), JSON.stringify(document))
    await writeFile(at('calls.ts'), CALLS)
    const generated = await outputOf(GENERATOR, [at('openapi.json'), '-o', at('types.ts')])
    const compiled = generated || (await outputOf(COMPILER, ['--noEmit', '--strict', at('calls.ts')]))
    return compiled.split('\n').filter((line) => line !== '')
  } finally {
    await rm(folder, { recursive: true })
  }
}
