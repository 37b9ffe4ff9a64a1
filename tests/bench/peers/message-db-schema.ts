import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Client } from 'pg'

/** In the order of the package's own install.sh, which needs psql. */
const FILES = [
  'roles/message-store',
  'schema/message-store',
  'extensions/pgcrypto',
  'tables/messages',
  'types/message',
  'functions/message-store-version',
  'functions/hash-64',
  'functions/acquire-lock',
  'functions/category',
  'functions/is-category',
  'functions/id',
  'functions/cardinal-id',
  'functions/stream-version',
  'functions/write-message',
  'functions/get-stream-messages',
  'functions/get-category-messages',
  'functions/get-last-stream-message',
  'indexes/messages-id',
  'indexes/messages-stream',
  'indexes/messages-category',
  'views/stream-summary',
  'views/type-summary',
  'views/stream-type-summary',
  'views/type-stream-summary',
  'views/category-type-summary',
  'views/type-category-summary',
  'privileges/schema',
  'privileges/table',
  'privileges/sequence',
  'privileges/functions',
  'privileges/views',
]

/** Installs message-db, unchanged, from its own files; `search_path` must name `message_store`, as for its users. */
export const installMessageDb = async (client: Client): Promise<void> => {
  const manifest = createRequire(import.meta.url).resolve('@eventide/message-db/package.json')
  const folder = path.join(path.dirname(manifest), 'database')
  for (const file of FILES) await client.query(await readFile(path.join(folder, `${file}.sql`), 'utf8'))
}
