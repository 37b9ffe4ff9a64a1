import { expect, test } from 'vitest'
import { parseConnectionString } from '../../../events/store/eventstoredb/connection-string.ts'

test('an address names a server, encrypted unless it says otherwise', () => {
  expect(parseConnectionString('esdb://ledger.example')).toMatchObject({
    hosts: [{ address: 'ledger.example', port: 2113 }],
    discover: false,
    insecure: false,
    login: undefined,
  })
  expect(parseConnectionString('esdb://127.0.0.1:4300?tls=false').insecure).toBe(true)
})

test('several hosts, or one name for them all, are a cluster', () => {
  expect(parseConnectionString('esdb://a:1,b:2,c?tls=false')).toMatchObject({
    hosts: [
      { address: 'a', port: 1 },
      { address: 'b', port: 2 },
      { address: 'c', port: 2113 },
    ],
    discover: true,
  })
  expect(parseConnectionString('esdb+discover://cluster.example:2113').discover).toBe(true)
})

test('credentials may hold what an address may not', () => {
  const { login } = parseConnectionString('esdb://ledger:p%40ss%3Aword@a')
  expect(login).toEqual({ username: 'ledger', password: 'p@ss:word' })
})

test.each([
  ['http://a', /expected esdb:\/\/ or esdb\+discover/],
  ['esdb://a:99999', /"a:99999" is not a host with a port/],
  ['esdb://a?tls=maybe', /expected true or false/],
  ['esdb://a?tsl=false', /no option "tsl"; there are tls,/],
  ['esdb://a?tlsVerifyCert=false', /name the authority of the certificates with tlsCAFile/],
  ['esdb://a?nodePreference=follower', /nodePreference must be leader/],
  ['esdb://a?keepAliveTimeout=soon', /expected Integer/],
])('%s is refused, with what is wrong with it', (address, reason) => {
  expect(() => parseConnectionString(address)).toThrow(reason)
})
