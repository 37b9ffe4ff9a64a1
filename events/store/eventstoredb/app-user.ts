import { randomUUID } from 'node:crypto'
import type { ExpectedRevision, JsonObject } from '../event-store.ts'
import { openAppendCall } from './append-call.ts'
import { createAppends, type Appends } from './appends.ts'
import { createCluster } from './cluster.ts'
import { parseConnectionString } from './connection-string.ts'
import { readStream, type ReadContext } from './reads.ts'

/** The database's own group, whose members may do everything. */
const ADMINS = '$admins'
const TIMEOUT_MS = 10_000

interface Setting {
  /** A stream of the database itself; its last event counts. */
  readonly stream: string
  readonly type: string
  readonly data: JsonObject
}

/** Rights of all streams that have none of their own, and of reading everything. Deleting and changing them are the admins'. */
const settingsFor = (user: string): readonly Setting[] => {
  const both = [user, ADMINS]
  const ofStreams = { $r: both, $w: both, $d: ADMINS, $mr: both, $mw: ADMINS }
  const ofSystemStreams = { $r: ADMINS, $w: ADMINS, $d: ADMINS, $mr: ADMINS, $mw: ADMINS }
  return [
    {
      stream: '$settings',
      type: '$settings',
      data: { $userStreamAcl: ofStreams, $systemStreamAcl: ofSystemStreams },
    },
    { stream: '$$$all', type: '$metadata', data: { $acl: { $r: both } } },
  ]
}

/** Sets it unless it is set so. */
const apply = async (
  context: ReadContext,
  append: Appends['append'],
  { stream, type, data }: Setting,
): Promise<void> => {
  const text = JSON.stringify(data)
  let expected: ExpectedRevision = 'no_stream'
  for await (const last of readStream(context, stream, { direction: 'backwards', limit: 1 })) {
    if (JSON.stringify(last.data) === text) return
    expected = last.revision
  }
  await append(stream, expected, [{ id: randomUUID(), type, data: text, metadata: '{}' }])
}

/**
 * Gives the app a user of its own in EventStoreDB: it may read `$all`, and append to streams and read them. It may not
 * delete a stream, set how long its events are kept, make users or stop the server. Repeated, it sets the password.
 * @throws {Error} an address has no login, both have the same, or the admin's user is no admin
 */
export const grantAppUser = async (adminUrl: string, appUrl: string): Promise<void> => {
  const options = parseConnectionString(adminUrl)
  const [admin, app] = [options.login, parseConnectionString(appUrl).login]
  if (!admin || !app) throw new Error('Both addresses of EventStoreDB need a user and a password')
  if (admin.username === app.username)
    throw new Error(`EVENTSTORE_URL and EVENTSTORE_ADMIN_URL name the same user, ${app.username}`)
  const cluster = createCluster(options)
  const ending = new AbortController()
  const context = { cluster, closing: ending.signal, timeoutMs: TIMEOUT_MS }
  const { append } = createAppends(
    (onAnswer, onOver) => openAppendCall(cluster, ending.signal, onAnswer, onOver),
    TIMEOUT_MS,
  )
  try {
    await (await cluster.connection()).ensureUser(app)
    for (const setting of settingsFor(app.username)) await apply(context, append, setting)
  } finally {
    ending.abort()
    await cluster.close()
  }
}
