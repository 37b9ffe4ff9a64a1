import { afterEach, beforeEach, expect, test } from 'vitest'
import { grantAppUser } from '../../../events/store/eventstoredb/app-user.ts'
import { standIn, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeEach(async () => {
  fixture = await standIn()
})
afterEach(() => fixture[Symbol.asyncDispose]())

const urlOf = (login: string): string => `esdb://${login}@127.0.0.1:${fixture.server.port}?tls=false`
const lastOf = (stream: string) => {
  const last = fixture.server.log.streams.get(stream)?.at(-1)
  return last && JSON.parse(Buffer.from(last.data).toString())
}

test('the app gets a user that may read everything and append, and that may not delete', async () => {
  await grantAppUser(urlOf('admin:secret'), urlOf('app:first'))
  expect(fixture.server.users).toEqual(new Map([['app', 'first']]))
  expect(lastOf('$settings')).toMatchObject({
    $userStreamAcl: { $r: ['app', '$admins'], $w: ['app', '$admins'], $d: '$admins', $mw: '$admins' },
    $systemStreamAcl: { $r: '$admins', $w: '$admins', $d: '$admins' },
  })
  expect(lastOf('$$$all')).toEqual({ $acl: { $r: ['app', '$admins'] } })
})

test('repeated, it sets the password and stores nothing', async () => {
  await grantAppUser(urlOf('admin:secret'), urlOf('app:first'))
  const { appends } = fixture.server.calls
  await grantAppUser(urlOf('admin:secret'), urlOf('app:second'))
  expect(fixture.server.users).toEqual(new Map([['app', 'second']]))
  expect(fixture.server.calls.appends).toBe(appends)
})

test('an address without a user, and one user for both, are refused', async () => {
  const without = `esdb://127.0.0.1:${fixture.server.port}?tls=false`
  await expect(grantAppUser(urlOf('admin:secret'), without)).rejects.toThrow('need a user and a password')
  await expect(grantAppUser(urlOf('admin:a'), urlOf('admin:a'))).rejects.toThrow('name the same user, admin')
})
