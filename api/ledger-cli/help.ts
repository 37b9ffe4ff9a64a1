import type { Command } from './command.ts'

const INTRODUCTION = `The auditor's tools. They read the event log and nothing else counts: every balance is derived anew, every rule
checked on the way. Postgres is told to refuse writing, except to rebuild, copy, keys --rotate and --give-up, the scratch schema of
replay, and the operators' trail, which records each command on the log of this environment.

The log is the one that the server of this environment uses: EVENTSTORE_URL where it is set, else READER_DATABASE_URL,
else MIGRATION_DATABASE_URL, else DATABASE_URL, else the embedded Postgres below DATA_DIR, beside a running server too.
MIGRATION_DATABASE_URL, where it is set, is also the owner of the tables, as whom rebuild writes.`

const CLOSING = `Everywhere:
  --json       results for programs: one JSON document, or one a line
  --quiet      no progress on the standard error
  --help       this text, or that of a command

Exit codes: 0 all is well · 1 something is wrong with the ledger, and it is named · 2 the command was not understood ·
3 the question cannot be answered (no such position, member or transfer; the store does not answer)`

export const generalHelp = (commands: readonly Command[]): string => {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return `npm run ledger -- <command> [options]\n\n${INTRODUCTION}\n\nCommands:\n${list.join('\n')}\n\n${CLOSING}\n`
}

export const commandHelp = ({ usage, help }: Command): string =>
  `npm run ledger -- ${usage}\n\n${help}\n\n${CLOSING}\n`
