import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { untilDatabaseAnswers } from '../../../api/database/waiting.ts'
import { freePort } from '../../support/free-port.ts'
import { createLogger } from '../../../api/logging/logger.ts'

/** Postgres's refusal of a connection, in its own protocol. */
const refusalOf = (code: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mno\0\0`)
  const head = Buffer.from('E    ')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

it('waits for a database that is away, starting, full or silent, and not for one that refuses the password', async () => {
  const port = await freePort()
  const codes = ['57P03', '53100', 'silent', '28P01']
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        const code = codes.shift() ?? ''
        if (code !== 'silent') socket.end(refusalOf(code))
      })
  })
  onTestFinished(() => void server.close())
  const waitedFor: string[] = []
  const waiting = untilDatabaseAnswers(`postgres://somebody:wrong@127.0.0.1:${port}/youtility`, {
    log: createLogger('silent'),
    onWaiting: (what) => {
      waitedFor.push(what)
      // From the second attempt on somebody listens.
      if (waitedFor.length === 1) server.listen(port, '127.0.0.1')
    },
  })
  await Promise.all([once(server, 'listening'), expect(waiting).rejects.toMatchObject({ code: '28P01' })])
  expect(waitedFor).toEqual(['the database', 'the database', 'the database', 'the database'])
})
