import { describe, expect, it } from 'vitest'
import { createClientAddress, createUntrustedProxy, isNetwork } from '../../../api/config/client-address.ts'

const behind = createClientAddress(['10.0.0.0/8', '127.0.0.1', 'fd00::/8'])

describe('the address that a request comes from', () => {
  it.each([
    ['nobody in between', '203.0.113.7', '', '203.0.113.7'],
    ['a stranger who claims another', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['our proxy, which says from whom', '10.0.0.5', '203.0.113.7', '203.0.113.7'],
    ['our proxy, and a claim before what it says', '10.0.0.5', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['two of our proxies', '10.0.0.5', '203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['our proxy through an IPv6 socket', '::ffff:10.0.0.5', '203.0.113.7', '203.0.113.7'],
    ['our proxy for an IPv6 caller', 'fd00::1', '2001:db8::9', '2001:db8::9'],
    ['our proxy, which says nothing', '10.0.0.5', '', '10.0.0.5'],
    ['our proxy, which says nonsense', '10.0.0.5', 'unknown', '10.0.0.5'],
    ['our proxies alone', '127.0.0.1', '10.0.0.5', '10.0.0.5'],
  ])('with %s', (_what, socket, forwarded, client) => {
    expect(behind(socket, forwarded)).toBe(client)
  })
})

describe('a network', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0'])('is %s', (text) =>
    expect(isNetwork(text)).toBe(true),
  )
  it.each(['1', '10.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', 'proxy', ''])('is not %j', (text) =>
    expect(isNetwork(text)).toBe(false),
  )
})

it('names a proxy of ours that TRUST_PROXY lacks, and believes nothing of the internet', () => {
  const untrusted = createUntrustedProxy(['10.201.250.1'])
  expect(untrusted('::ffff:172.19.0.1', '198.51.100.7')).toBe('172.19.0.1')
  expect(untrusted('10.201.250.1', '198.51.100.7')).toBeNull()
  expect(untrusted('172.19.0.1', '')).toBeNull()
  expect(untrusted('8.8.8.8', '198.51.100.7')).toBeNull()
  expect(untrusted('', '198.51.100.7')).toBeNull()
})
