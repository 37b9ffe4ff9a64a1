import { expect, test } from 'vitest'
import { parseConnectionString } from '../../../events/store/eventstoredb/connection-string.ts'

test('an address names a server, encrypted unless it says otherwise', () => {
  expect(parseConnectionString('esdb://ledger.example')).toMatchObject({
    hosts: [{ host: 'ledger.example', port: 2113 }],
    discover: false,
    tls: {},
    authorization: null,
  })
  expect(parseConnectionString('esdb://127.0.0.1:4300?tls=false').tls).toBeNull()
})

test('several hosts, or one name for them all, are a cluster', () => {
  expect(parseConnectionString('esdb://a:1,b:2,c?tls=false')).toMatchObject({
    hosts: [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
      { host: 'c', port: 2113 },
    ],
    discover: true,
  })
  expect(parseConnectionString('esdb+discover://cluster.example:2113').discover).toBe(true)
})

test('credentials are those of HTTP, and may hold what an address may not', () => {
  const { authorization } = parseConnectionString('esdb://ledger:p%40ss%3Aword@a')
  expect(authorization).toBe(`Basic ${Buffer.from('ledger:p@ss:word').toString('base64')}`)
})

test.each([
  ['http://a', /esdb:\/\/… or esdb\+discover/],
  ['esdb://a:99999', /"a:99999" is not a host with a port/],
  ['esdb://a?tls=maybe', /tls is neither true nor false/],
  ['esdb://a?tsl=false', /no option "tsl"; there are tls,/],
  ['esdb://a?tlsVerifyCert=false', /name the authority of the certificates with tlsCAFile/],
  ['esdb://a?nodePreference=follower', /nodePreference must be leader/],
  ['esdb://a?keepAliveTimeout=soon', /keepAliveTimeout is not a whole number/],
])('%s is refused, with what is wrong with it', (address, reason) => {
  expect(() => parseConnectionString(address)).toThrow(reason)
})
