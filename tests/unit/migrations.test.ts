import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { EVENT_STORE_MIGRATIONS } from '../../events/store/postgres/event-store-schema.ts'

/** The folders of migrations, with the last one of the release before this rule. */
const FOLDERS = [
  ['api/migrations', '0260_notices-of-money-in-columns.sql'],
  [path.relative('.', EVENT_STORE_MIGRATIONS), '0005_keys-without-marks.sql'],
] as const

/** Migrations that take away what the release before has stopped using, each with the level of that release. */
const CONTRACTING: Readonly<Record<string, number>> = {}

/** What makes a statement one that the release before does not survive. */
const CONTRACTS: readonly (readonly [what: string, statement: RegExp])[] = [
  ['drops', /\bdrop\s+(?!default|not\s+null|trigger|index|constraint\s+\w+_check\b)\w+/i],
  ['renames', /\brename\b/i],
  ['changes a type', /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i],
  ['refuses null where it was allowed', /\bset\s+not\s+null\b/i],
]

/** A column that the release before does not write must have a value without it. */
const addsRequiredColumn = (statement: string): boolean =>
  [
    ...statement.matchAll(
      /\badd\s+(?:column\s+)?(?!constraint\b|check\b|unique\b|primary\b|foreign\b)[^,]+/gi,
    ),
  ].some(([column]) => /\bnot\s+null\b/i.test(column) && !/\b(?:default|generated)\b/i.test(column))

const statementsOf = (sql: string): readonly string[] => {
  const [up = ''] = sql.split(/^-- Down Migration$/m)
  return up.replaceAll(/--.*$/gm, '').split(';')
}

/** Why the release before would not survive this migration. */
const contractions = (sql: string): readonly string[] =>
  statementsOf(sql).flatMap((statement) => [
    ...CONTRACTS.flatMap(([what, pattern]) => (pattern.test(statement) ? [what] : [])),
    ...(addsRequiredColumn(statement) ? ['adds a required column'] : []),
  ])

const MIGRATIONS = FOLDERS.flatMap(([folder, last]) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && file > last && !(file in CONTRACTING))
    .map((file) => path.join(folder, file)),
)

it.each(Object.entries(CONTRACTING))(
  '%s says which releases it serves: an older one does not start on the database',
  (file, level) => {
    const sql = readFileSync(path.join('api/migrations', file), 'utf8')
    expect(sql).toContain(`update release_level set level = ${level} where level < ${level};`)
  },
)

it.each(FOLDERS.flatMap(([folder]) => readdirSync(folder).map((file) => path.join(folder, file))))(
  '%s marks where it begins if it marks how it is taken back: else node-pg-migrate runs both',
  (file) => {
    const sql = readFileSync(file, 'utf8')
    if (sql.includes('-- Down Migration')) expect(sql).toMatch(/^-- Up Migration$/m)
  },
)

describe('migrations expand first: while servers are replaced the release before works on the same tables', () => {
  it.each(MIGRATIONS)('%s', (file) => {
    expect(contractions(readFileSync(file, 'utf8'))).toEqual([])
  })

  it.each([
    ['drop table app.member;', 'drops'],
    ['alter table app.member drop column handle;', 'drops'],
    ['alter table app.member rename handle to name;', 'renames'],
    ['alter table app.member alter column handle type varchar;', 'changes a type'],
    ['alter table app.member alter handle set not null;', 'refuses null where it was allowed'],
    ['alter table app.member add column age int not null;', 'adds a required column'],
    ['alter table app.member add a int, add b int not null;', 'adds a required column'],
  ])('would not be: %s', (sql, why) => expect(contractions(sql)).toEqual([why]))

  it.each([
    'alter table app.member add column age int not null default 0, add note text;',
    'create table app.pass (id uuid primary key, at timestamptz not null);',
    'alter table app.member alter handle drop not null;\n-- Down Migration\ndrop table app.member;',
  ])('are: %s', (sql) => expect(contractions(sql)).toEqual([]))
})
