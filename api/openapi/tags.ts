interface Tag {
  readonly name: string
  readonly description: string
  /** How the paths of its operations begin. */
  readonly paths: readonly string[]
}

const TAGS: readonly Tag[] = [
  {
    name: 'Session',
    description:
      'Signing in and out, where the member is signed in, passkeys, access tokens, and what concerned their security.',
    paths: [
      '/api/users',
      '/api/session',
      '/api/sessions',
      '/api/oauth',
      '/api/logout',
      '/api/passkeys',
      '/api/access-tokens',
      '/api/security-events',
    ],
  },
  {
    name: 'Wallet',
    description: 'Balances, activity, transfers to other members, statements.',
    paths: ['/api/wallet', '/api/together', '/api/outcomes', '/api/dashboard'],
  },
  {
    name: 'Requests',
    description: 'Asking another member for money.',
    paths: ['/api/wallet/transfer-requests', '/api/wallet/request-transfer'],
  },
  {
    name: 'Deposits',
    description: 'Money that comes in by card or bank transfer.',
    paths: ['/api/payments', '/api/webhooks'],
  },
  {
    name: 'Withdrawals',
    description: 'Money that leaves for a bank account of the member’s own.',
    paths: ['/api/wallet/withdrawals', '/api/wallet/withdrawal-options', '/api/wallet/bank-accounts'],
  },
  { name: 'Token', description: 'YUT: stake, rewards, governance.', paths: ['/api/yut'] },
  { name: 'Pools', description: 'Investment pools.', paths: ['/api/investments'] },
  { name: 'Bills', description: 'Bills of the services, and who pays them.', paths: ['/api/bills'] },
  { name: 'Devices', description: 'eSIM devices, plans, usage.', paths: ['/api/mvno'] },
  {
    name: 'Contacts',
    description: 'The address book with its circles, other members, and whom the member has blocked.',
    paths: ['/api/contacts', '/api/contact-circles', '/api/members'],
  },
  {
    name: 'Cases',
    description:
      'What needs a person: a payment or a member that something is wrong with, and the operator’s answers.',
    paths: ['/api/cases'],
  },
  {
    name: 'Profile',
    description: 'The profile, what of it is public, export and closing of the account.',
    paths: ['/api/profile', '/api/members/{id}/public-profile'],
  },
  {
    name: 'Credentials',
    description: 'Verifiable credentials, DIDs, and what verifiers need.',
    paths: ['/api/did', '/did', '/.well-known', '/contexts', '/credentials'],
  },
  {
    name: 'Notifications',
    description: 'What the member is told, and the live stream that says when to read again.',
    paths: ['/api/notifications', '/api/stream'],
  },
  {
    name: 'Proof',
    description: 'The transparency log of the ledger, and receipts.',
    paths: ['/api/ledger', '/api/receipts'],
  },
  {
    name: 'System',
    description: 'Health, how the operator is reached, and the sandbox.',
    paths: ['/api/health', '/api/operator', '/api/sandbox'],
  },
]

export const tags = TAGS.map(({ name, description }) => ({ name, description }))

const begins = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`)

/** The tag of a path: that of the longest beginning. @throws {Error} no tag knows it */
export const tagOf = (path: string): string => {
  const found = TAGS.flatMap(({ name, paths }) =>
    paths.filter((start) => begins(path, start)).map((start) => ({ name, start })),
  ).toSorted((a, b) => b.start.length - a.start.length)
  const [best] = found
  if (!best) throw new Error(`No tag of the OpenAPI document has ${path}`)
  return best.name
}
