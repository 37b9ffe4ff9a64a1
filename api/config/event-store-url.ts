import * as z from 'zod/mini'

/** An address of EventStoreDB: several hosts share the user and the options. */
export interface EventStoreUrl {
  readonly hosts: readonly string[]
  readonly username: string
  readonly password: string
  readonly searchParams: URLSearchParams
}

const FORM = /^(esdb(?:\+discover)?):\/\/((?:[^/?#]*@)?)([^/?#@]+)(\/?(?:\?.*)?)$/s

/** The parts of the address; null when it has not the form. A URL has one host, so each is read as one of its own. */
export const readEventStoreUrl = (text: string): EventStoreUrl | null => {
  const [, scheme, login, hosts, rest] = FORM.exec(text) ?? []
  if (hosts === undefined) return null
  const urls = hosts.split(',').map((host) => URL.parse(`${scheme}://${login}${host}${rest}`))
  if (urls.some((url) => url === null || url.hostname === '' || url.port === '0')) return null
  const [first] = urls
  if (!first) return null
  return {
    hosts: hosts.split(','),
    username: first.username,
    password: first.password,
    searchParams: first.searchParams,
  }
}

export const eventStoreUrl = z
  .string()
  .check(
    z.refine(
      (text) => readEventStoreUrl(text) !== null,
      'must be esdb://user:password@host:2113?tlsCAFile=ca.crt with one host or several, separated by commas, or esdb+discover:// with one name for all',
    ),
  )
