import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { byOpenApiGenerator } from './openapi-generator.ts'
import { outputOf } from './output-of.ts'

/** What a program does with a generated client, each with the answer's status. */
export interface GeneratedClient {
  readonly me: () => Promise<Answer>
  readonly wallet: () => Promise<Answer>
  readonly activity: (cursor?: string) => Promise<Answer>
  readonly send: (key: string, amount: string) => Promise<Answer>
  readonly outcome: (key: string) => Promise<Answer>
  readonly addContact: (name: string) => Promise<Answer>
  readonly renameContact: (id: string, tag: string, name: string) => Promise<Answer>
  readonly contacts: () => Promise<Answer>
  readonly statement: (month: string) => Promise<Answer>
  readonly revealNumber: () => Promise<Answer>
}
export interface Answer {
  readonly status: number
  readonly tag: string | null
  readonly body: unknown
}

interface Generator {
  /** Writes a client of a document into a folder. Empty, or what it says if it cannot. */
  readonly generate: (document: string, folder: string) => Promise<string>
  /** A program of the machine, besides Node. */
  readonly needs?: string
  /** What the author of a program writes: if a name or a type is another one, it does not compile. */
  readonly program: string
}

const MODULES = path.join(import.meta.dirname, 'node_modules')
const COMPILER = path.join(MODULES, 'typescript/bin/tsc')
const COMPILE = [
  '--strict',
  '--skipLibCheck',
  '--module',
  'commonjs',
  '--moduleResolution',
  'node10',
  '--target',
  'es2022',
]

const WITH_OPENAPI_FETCH = `import createClient from 'openapi-fetch'
import type { paths } from './types'

export const clientOf = (baseUrl: string, token: string) => {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } })
  const told = async (call: Promise<{ data?: unknown; error?: unknown; response: Response }>) => {
    const { data, error, response } = await call
    return { status: response.status, tag: response.headers.get('ETag'), body: data ?? error }
  }
  return {
    me: () => told(client.GET('/api/users/me')),
    wallet: () => told(client.GET('/api/wallet')),
    activity: (cursor?: string) => told(client.GET('/api/wallet/transactions', { params: { query: { limit: 1, cursor } } })),
    send: (key: string, amount: string) => told(client.POST('/api/wallet/transfer', {
      params: { header: { 'Idempotency-Key': key } },
      body: { to_user_identifier: 'grace', currency: 'USD', amount },
    })),
    outcome: (key: string) => told(client.GET('/api/outcomes/by-key/{key}', { params: { path: { key } } })),
    addContact: (contact_name: string) => told(client.POST('/api/contacts', { body: { contact_name } })),
    renameContact: (id: string, tag: string, contact_name: string) => told(client.PUT('/api/contacts/{id}', {
      params: { path: { id }, header: { 'If-Match': tag } }, body: { contact_name },
    })),
    contacts: () => told(client.GET('/api/contacts')),
    statement: (month: string) => told(client.GET('/api/wallet/statements/{month}', {
      params: { path: { month }, query: { format: 'csv', account: 'usd' } }, parseAs: 'text',
    })),
    revealNumber: () => told(client.POST('/api/wallet/treasury-account/reveal')),
  }
}
`

const WITH_HEY_API = `import * as api from './client'
import { createClient } from './client/client'

export const clientOf = (baseUrl: string, token: string) => {
  const client = createClient({ baseUrl, auth: ({ scheme }) => (scheme === 'bearer' ? token : undefined) })
  const told = async (call: Promise<{ data?: unknown; error?: unknown; response?: Response }>) => {
    const { data, error, response } = await call
    return { status: response?.status ?? 0, tag: response?.headers.get('ETag') ?? null, body: data ?? error }
  }
  return {
    me: () => told(api.getCurrentUser({ client })),
    wallet: () => told(api.getWallet({ client })),
    activity: (cursor?: string) => told(api.listTransactions({ client, query: { limit: 1, cursor } })),
    send: (key: string, amount: string) => told(api.transfer({
      client, headers: { 'Idempotency-Key': key }, body: { to_user_identifier: 'grace', currency: 'USD', amount },
    })),
    outcome: (key: string) => told(api.getOutcomeByKey({ client, path: { key } })),
    addContact: (contact_name: string) => told(api.createContact({ client, body: { contact_name } })),
    renameContact: (id: string, tag: string, contact_name: string) => told(api.updateContact({
      client, path: { id }, headers: { 'If-Match': tag }, body: { contact_name },
    })),
    contacts: () => told(api.listContacts({ client })),
    statement: (month: string) => told(api.getStatement({
      client, path: { month }, query: { format: 'csv', account: 'usd' }, parseAs: 'text',
    })),
    revealNumber: () => told(api.revealAccountNumber({ client })),
  }
}
`

const WITH_SWAGGER_TYPESCRIPT_API = `import { Api, Currency, LedgerAccount } from './client/api'

export const clientOf = (baseUrl: string, token: string) => {
  const headers = { Authorization: \`Bearer \${token}\` }
  const { api } = new Api({ baseUrl, securityWorker: () => ({ headers }) })
  // It rejects with the answer when that is a refusal.
  const told = async (call: Promise<Response & { data: unknown; error: unknown }>) => {
    const { status, headers, data, error } = await call.catch((refusal) => refusal)
    return { status, tag: headers.get('ETag'), body: data ?? error }
  }
  return {
    me: () => told(api.getCurrentUser()),
    wallet: () => told(api.getWallet()),
    activity: (cursor?: string) => told(api.listTransactions({ limit: 1, cursor })),
    send: (key: string, amount: string) => told(api.transfer(
      { to_user_identifier: 'grace', currency: Currency.USD, amount }, { headers: { 'Idempotency-Key': key } },
    )),
    outcome: (key: string) => told(api.getOutcomeByKey(key)),
    addContact: (contact_name: string) => told(api.createContact({ contact_name })),
    renameContact: (id: string, tag: string, contact_name: string) => told(api.updateContact(
      id, { contact_name }, { headers: { 'If-Match': tag } },
    )),
    contacts: () => told(api.listContacts()),
    statement: (month: string) => told(api.getStatement(month, { format: 'csv', account: LedgerAccount.Usd }, { format: 'text' })),
    revealNumber: () => told(api.revealAccountNumber()),
  }
}
`

const WITH_OPENAPI_GENERATOR = `import { ContactsApi, Currency, LedgerAccount, SessionApi, WalletApi } from './client'
import { Configuration, ResponseError, type ApiResponse } from './client/runtime'

export const clientOf = (basePath: string, accessToken: string) => {
  const configuration = new Configuration({ basePath, accessToken })
  const session = new SessionApi(configuration)
  const wallet = new WalletApi(configuration)
  const contacts = new ContactsApi(configuration)
  const answerOf = ({ status, headers }: Response, text: string) => {
    const body = headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text
    return { status, tag: headers.get('ETag'), body }
  }
  // It rejects with the answer when that is a refusal, and its own reading of an answer has other names.
  const told = async (call: Promise<ApiResponse<unknown>>) => {
    try {
      const answer = await call
      const text = await answer.raw.clone().text()
      if ((await answer.value()) === undefined) throw new Error('nothing was read')
      return answerOf(answer.raw, text)
    } catch (refusal) {
      if (!(refusal instanceof ResponseError)) throw refusal
      return answerOf(refusal.response, await refusal.response.text())
    }
  }
  return {
    me: () => told(session.getCurrentUserRaw()),
    wallet: () => told(wallet.getWalletRaw({})),
    activity: (cursor?: string) => told(wallet.listTransactionsRaw({ limit: 1, cursor })),
    send: (idempotencyKey: string, amount: string) => told(wallet.transferRaw({
      idempotencyKey, transferBody: { toUserIdentifier: 'grace', currency: Currency.Usd, amount },
    })),
    outcome: (key: string) => told(wallet.getOutcomeByKeyRaw({ key })),
    addContact: (contactName: string) => told(contacts.createContactRaw({ createContactBody: { contactName } })),
    renameContact: (id: string, ifMatch: string, contactName: string) => told(contacts.updateContactRaw({
      id, ifMatch, updateContactBody: { contactName },
    })),
    contacts: () => told(contacts.listContactsRaw({})),
    statement: (month: string) => told(wallet.getStatementRaw({ month, format: 'csv', account: LedgerAccount.Usd })),
    revealNumber: () => told(wallet.revealAccountNumberRaw({})),
  }
}
`

/** A generator that is a script of node_modules, with its arguments. */
const script =
  (file: string, args: (document: string, folder: string) => readonly string[]): Generator['generate'] =>
  (document, folder) =>
    outputOf(path.join(MODULES, file), args(document, folder))

export const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript with openapi-fetch': {
    generate: script('openapi-typescript/bin/cli.js', (document, folder) => [
      document,
      '-o',
      path.join(folder, 'types.ts'),
    ]),
    program: WITH_OPENAPI_FETCH,
  },
  '@hey-api/openapi-ts': {
    generate: script('@hey-api/openapi-ts/bin/run.js', (document, folder) => [
      '-i',
      document,
      '-o',
      path.join(folder, 'client'),
    ]),
    program: WITH_HEY_API,
  },
  'swagger-typescript-api': {
    generate: script('swagger-typescript-api/dist/cli.mjs', (document, folder) => [
      'generate',
      '-p',
      document,
      '-o',
      path.join(folder, 'client'),
      '-n',
      'api.ts',
      '--silent',
    ]),
    program: WITH_SWAGGER_TYPESCRIPT_API,
  },
  'openapi-generator': {
    needs: 'java',
    generate: (document, folder) =>
      byOpenApiGenerator(document, path.join(folder, 'client'), ['typescript-fetch']),
    program: WITH_OPENAPI_GENERATOR,
  },
}

/**
 * Generates, compiles and loads a client of the document.
 * @throws with what the generator or the compiler says
 */
export const generateClient = async (
  { generate, program }: Generator,
  document: unknown,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): Promise<GeneratedClient> => {
  // Beside the packages that the program imports; within them the compiler writes nothing.
  const folder = await mkdtemp(path.join(import.meta.dirname, '.client-'))
  const at = (name: string) => path.join(folder, name)
  try {
    await writeFile(at('openapi.json'), JSON.stringify(document))
    await writeFile(at('program.ts'), program)
    await writeFile(at('package.json'), '{"type":"commonjs"}')
    const generated = await generate(at('openapi.json'), folder)
    const faults = generated || (await outputOf(COMPILER, [...COMPILE, at('program.ts')]))
    if (faults !== '') throw new Error(faults)
    const loaded: unknown = createRequire(import.meta.url)(at('program.js'))
    return z
      .object({ clientOf: z.custom<(url: string, token: string) => GeneratedClient>() })
      .parse(loaded)
      .clientOf(baseUrl, token)
  } finally {
    await rm(folder, { recursive: true })
  }
}
