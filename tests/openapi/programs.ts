/*
 * What the author of a program writes for each generator: if a name or a type is another one, it does not compile. Each
 * gives `clientOf(baseUrl, token)`, which is a `GeneratedClient`.
 */

export const WITH_OPENAPI_FETCH = `import createClient from 'openapi-fetch'
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

export const WITH_HEY_API = `import * as api from './client'
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

export const WITH_SWAGGER_TYPESCRIPT_API = `import { Api, Currency, LedgerAccount } from './client/api'

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

export const WITH_OPENAPI_GENERATOR = `import { ContactsApi, Currency, LedgerAccount, SessionApi, WalletApi } from './client'
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

/** orval calls this in place of fetch: where the server is, and who asks. */
export const FETCHER_OF_ORVAL = `const known = { baseUrl: '', token: '' }
export const use = (baseUrl: string, token: string) => void Object.assign(known, { baseUrl, token })
export const fetcher = async <T>(path: string, options: RequestInit): Promise<T> => {
  const headers = { ...Object(options.headers), Authorization: \`Bearer \${known.token}\` }
  const response = await fetch(known.baseUrl + path, { ...options, headers })
  const text = await response.text()
  const data = response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text
  return { status: response.status, data, headers: response.headers } as T
}
`

export const WITH_ORVAL = `import * as api from './client'
import { use } from './fetcher'

export const clientOf = (baseUrl: string, token: string) => {
  use(baseUrl, token)
  const told = async (call: Promise<{ data: unknown; status: number; headers: Headers }>) => {
    const { data, status, headers } = await call
    return { status, tag: headers.get('ETag'), body: data }
  }
  return {
    me: () => told(api.getCurrentUser()),
    wallet: () => told(api.getWallet()),
    activity: (cursor?: string) => told(api.listTransactions({ limit: 1, cursor })),
    send: (key: string, amount: string) => told(api.transfer(
      { to_user_identifier: 'grace', currency: 'USD', amount }, { headers: { 'Idempotency-Key': key } },
    )),
    outcome: (key: string) => told(api.getOutcomeByKey(key)),
    addContact: (contact_name: string) => told(api.createContact({ contact_name })),
    renameContact: (id: string, tag: string, contact_name: string) => told(api.updateContact(
      id, { contact_name }, { headers: { 'If-Match': tag } },
    )),
    contacts: () => told(api.listContacts()),
    statement: (month: string) => told(api.getStatement(month, { format: 'csv', account: 'usd' })),
    revealNumber: () => told(api.revealAccountNumber()),
  }
}
`
