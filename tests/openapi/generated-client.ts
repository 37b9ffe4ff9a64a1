/** What a program does with a generated client, each with the answer's status. */
export interface GeneratedClient {
  readonly me: () => Promise<Answer>
  readonly wallet: () => Promise<Answer>
  readonly activity: (cursor?: string) => Promise<Answer>
  readonly send: (key: string, amount: string) => Promise<Answer>
  readonly outcome: (key: string) => Promise<Answer>
  readonly addContact: (name: string) => Promise<Answer>
  readonly renameContact: (id: string, tag: string, name: string) => Promise<Answer>
  readonly contacts: () => Promise<Answer>
  readonly statement: (month: string) => Promise<Answer>
  readonly revealNumber: () => Promise<Answer>
}
export interface Answer {
  readonly status: number
  readonly tag: string | null
  readonly body: unknown
}

/** Where the server is, and by which personal access token the client calls it. */
export interface Server {
  readonly baseUrl: string
  readonly token: string
}

/** A client in use; `close` ends the program that it runs in, where it has one of its own. */
export interface OpenedClient {
  readonly client: GeneratedClient
  readonly close: () => Promise<void>
}
