import { Client } from 'pg'

/** A connection; a database that is dropped or a server that is killed meanwhile fails its queries, not the test's process. */
export const openClient = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url }).on('error', () => {})
  await client.connect()
  return client
}
