import { withClient } from '../../events/store/postgres/with-client.ts'
import type { Command } from './command.ts'
import { UsageError } from './failure.ts'
import { jsonLine } from './printable.ts'
import { memberIdOf } from './statement.ts'

const LIMIT = 100
const LIMIT_MAX = 10_000

/** Members' events by id, without names and addresses, and operators' commands. */
const TRAIL = `
  select at, who, kind, detail from (
    select at, coalesce(member_id::text, 'nobody') as who, kind, concat_ws(', ', device, detail) as detail
      from app.security_event where $1::uuid is null or member_id = $1
    union all
    select at, operator, 'operator ' || outcome, command || ' (as ' || role || ')'
      from app.operator_event where $1::uuid is null
  ) both_of_them order by at desc limit $2`

interface Row {
  readonly at: Date
  readonly who: string
  readonly kind: string
  readonly detail: string
}

export const trail: Command = {
  name: 'trail',
  usage: 'trail [--member <id>] [--limit <n>]',
  summary: 'who signed in, what was refused, what was looked at, what operators ran: newest first',
  help: `The security trail: sign-ins and their refusals, fresh sign-ins asked for, sessions ended, what was looked at or asked
for, and the commands that operators ran. Members stand there by id. Kept for 400 days,
of an account that was closed for 90.

  --member <id>  of this member alone
  --limit <n>    at most so many lines, to ${LIMIT_MAX}; default ${LIMIT}`,
  options: { member: 'text', limit: 'text' },
  takes: 0,
  run: async ({ databaseUrl, json, out }, given) => {
    const member = given.text('member')
    const limit = Number(given.text('limit') ?? LIMIT)
    if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
      throw new UsageError(`--limit is a number from 1 to ${LIMIT_MAX}`)
    await withClient(databaseUrl, 'trail', async (client) => {
      const { rows } = await client.query<Row>(TRAIL, [member === null ? null : memberIdOf(member), limit])
      for (const row of rows) {
        const line = { ...row, at: row.at.toISOString() }
        await out(json ? jsonLine(line) : `${line.at}  ${line.who}  ${line.kind}  ${line.detail}\n`)
      }
    })
  },
}
