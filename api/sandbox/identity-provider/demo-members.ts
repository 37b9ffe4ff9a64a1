/** A person whom the development identity provider can sign in. */
export interface DemoMember {
  /** Subject: stable for ever, or demo members would lose their wallets. */
  readonly subject: string
  readonly handle: string
  readonly givenName: string
  readonly familyName: string
  readonly name: string
  readonly email: string
}

/** Issuer that demo members are keyed by, whatever port the provider runs on. */
export const DEVELOPMENT_ISSUER = 'urn:youtility:development'

const demoMember = (handle: string, givenName: string, familyName: string): DemoMember => ({
  subject: `demo-${handle}`,
  handle,
  givenName,
  familyName,
  name: `${givenName} ${familyName}`,
  email: `${handle}@youtility.example`,
})

export const DEMO_MEMBERS: readonly DemoMember[] = [
  demoMember('ada', 'Ada', 'Lovelace'),
  demoMember('grace', 'Grace', 'Hopper'),
  demoMember('katherine', 'Katherine', 'Johnson'),
  demoMember('alan', 'Alan', 'Turing'),
  demoMember('margaret', 'Margaret', 'Hamilton'),
  demoMember('edsger', 'Edsger', 'Dijkstra'),
  demoMember('dorothy', 'Dorothy', 'Vaughan'),
  demoMember('barbara', 'Barbara', 'Liskov'),
  demoMember('donald', 'Donald', 'Knuth'),
  demoMember('radia', 'Radia', 'Perlman'),
]
