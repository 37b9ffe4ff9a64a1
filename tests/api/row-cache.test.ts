import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CurrentUser } from '../../api/contract/session.ts'
import { createLossyTcpProxy, type LossyTcpProxy } from '../support/lossy-tcp-proxy.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import { eventually } from '../support/read-models.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

/** Two processes on one database; the second receives the database's announcements through a proxy. */
let here: TestApp
let there: TestApp
let proxy: LossyTcpProxy
let ada: Browser
let elsewhere: Browser
beforeEach(async () => {
  here = await startTestApp()
  const url = new URL(here.databaseUrl)
  proxy = await createLossyTcpProxy(Number(url.port))
  url.port = String(proxy.port)
  url.hostname = '127.0.0.1'
  there = await startTestApp({
    databaseUrl: here.databaseUrl,
    dataDir: here.dataDir,
    announcementsUrl: url.href,
  })
  ada = openBrowser(here.url)
  await ada.signIn('ada')
  elsewhere = openBrowser(there.url)
  for (const [name, value] of ada.cookies) elsewhere.cookies.set(name, value)
})
afterEach(async () => {
  await proxy.close()
  await there.stop()
  await here.stop()
})

const me = async (browser: Browser): Promise<{ status: number; name?: string }> => {
  const response = await browser.fetch('/api/users/me')
  const user = CurrentUser.safeParse(await response.json())
  return { status: response.status, ...(user.success && { name: user.data.google_user_data.name }) }
}

/** Asks while the tables of sessions and members are locked. */
const isAnsweredFromMemory = async (app: TestApp, browser: Browser): Promise<boolean> => {
  const client = await app.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table app.session, app.member in access exclusive mode')
    const late = AbortSignal.timeout(300)
    const answer = await browser.fetch('/api/users/me', { signal: late }).catch(() => null)
    return answer?.status === 200
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Waits until both processes have cached the session and its member. */
const learnt = async (): Promise<void> => {
  await eventually(() => isAnsweredFromMemory(here, ada), 'here it is remembered')
  await eventually(() => isAnsweredFromMemory(there, elsewhere), 'there, too')
}

describe('sessions and members that two processes remember', () => {
  it('end in both: by signing out, from another device, and by hand', async () => {
    await learnt()
    await ada.post('/api/logout')
    expect((await me(ada)).status).toBe(401)
    await eventually(async () => (await me(elsewhere)).status === 401, 'signed out there')

    await ada.signIn('ada')
    for (const [name, value] of ada.cookies) elsewhere.cookies.set(name, value)
    await learnt()
    const phone = openBrowser(there.url)
    await phone.signIn('ada')
    expect((await phone.fetch('/api/sessions/end-others', { method: 'POST' })).status).toBe(200)
    expect((await me(elsewhere)).status).toBe(401)
    await eventually(async () => (await me(ada)).status === 401, 'ended here')

    for (const [name, value] of phone.cookies) ada.cookies.set(name, value)
    await eventually(() => isAnsweredFromMemory(here, ada), 'remembered')
    await here.pool.query('delete from app.session')
    await eventually(async () => (await me(ada)).status === 401, 'deleted')
  })

  it('follow a change of name', async () => {
    await learnt()
    const before = (await me(elsewhere)).name
    await here.pool.query(`update app.member set name = 'Countess' where name = $1`, [before])
    await eventually(async () => (await me(elsewhere)).name === 'Countess', 'renamed there')
    await eventually(async () => (await me(ada)).name === 'Countess', 'renamed here')
  })

  it.each(['silent', 'broken'] as const)('are asked for when announcements go %s', async (how) => {
    await learnt()
    proxy.lose(how)
    // Makes a broken connection notice the break.
    await here.pool.query(`select pg_notify('session_changed', 'of somebody else')`)
    await ada.post('/api/logout')
    await eventually(async () => (await me(elsewhere)).status === 401, 'signed out there all the same')
    await ada.signIn('ada')
    for (const [name, value] of ada.cookies) elsewhere.cookies.set(name, value)
    expect((await me(elsewhere)).status).toBe(200)
    expect(await isAnsweredFromMemory(there, elsewhere)).toBe(false)

    if (how === 'silent') return // a new connection is tried only when this one is given up, much later
    proxy.restore()
    await eventually(() => isAnsweredFromMemory(there, elsewhere), 'remembered again')
  })
})
