import { wrongMemories } from './forms/memory.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../api/contract/operations.ts'
import { checkLedger } from '../support/ledger-invariants.ts'
import { getAtHand, type AtHand, type Everyone } from './forms/at-hand.ts'
import { createForms, type FormsOfCommand } from './forms/forms.ts'
import { outsideCommands } from './forms/outside-commands.ts'
import { poolCommands } from './forms/pool-commands.ts'
import { requestCommands } from './forms/request-commands.ts'
import { setEverywhere } from './forms/settings.ts'
import { sendsDollars, stakes, walletCommands } from './forms/wallet-commands.ts'
import { createFormsWorld, type FormsWorld } from './forms/world.ts'

/** Commands that are also tried on three processes. */
const ON_THREE = ['claimRewards', 'voteOnProposal', 'transfer', 'stakeYut', 'createProposal']

const tables = (atHand: AtHand): readonly FormsOfCommand[] => [
  ...walletCommands(atHand),
  ...requestCommands(atHand),
  ...poolCommands(atHand),
  ...outsideCommands(atHand),
]

describe.each([
  [2, null],
  [3, ON_THREE],
] as const)('on %i processes, with the same keys at all of them', (apis, only) => {
  let world: FormsWorld
  let atHand: AtHand & { readonly everyone: Everyone }
  beforeAll(async () => {
    world = await createFormsWorld(apis)
    atHand = await getAtHand(world)
    for (const member of atHand.everyone) await atHand.done(stakes(member, 300_000_000n))
  })
  afterAll(() => world?.stop())

  it(only === null ? 'each command that moves value has its forms' : 'some commands are tried', () => {
    const tried = tables(atHand).map(({ operation }) => operation)
    const moving = Object.values(operations).flatMap((operation) =>
      'movesValue' in operation && operation.movesValue ? [operation.id] : [],
    )
    expect(tried.toSorted()).toEqual(moving.toSorted())
    expect(tried).toEqual(expect.arrayContaining([...(only ?? [])]))
  })

  it('what has no key is set at all of them, and all of them say the same', async () => {
    expect(await setEverywhere(atHand)).toEqual([])
  })

  it(
    'each form of each command is carried out once, and no process is wrong about what there is',
    { timeout: 1_200_000 },
    async () => {
      const { everyone, pair } = atHand
      const { run } = createForms(world, ({ fact }, { member }) => {
        const to = everyone.find(({ user }) => user.id !== member.user.id) ?? pair(0)[0]
        return fact === 'TransferSent' ? stakes(member, 1_000_000n) : sendsDollars(member, to, 1_00n)
      })
      const wrong: string[] = []
      for (const command of tables(atHand)) {
        if (only !== null && !only.some((operation) => operation === command.operation)) continue
        // A run can be longer than a sign-in is fresh.
        for (const member of everyone) await member.signInAgain()
        const startedAt = performance.now()
        const found = await run(command).catch((error: unknown) => [
          `${command.operation}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        ])
        // Seen also where the test does not come to its end.
        for (const what of found) console.warn(what)
        console.log(`forms: ${command.operation} in ${Math.round(performance.now() - startedAt)} ms`)
        wrong.push(...found)
      }
      expect(wrong).toEqual([])
    },
  )

  it('the whole log is right, and no process has noticed that it was wrong', async () => {
    expect(await wrongMemories()).toEqual([])
    expect(await world.divergences()).toBe(0)
    await checkLedger(world.store.readAll(), { idle: false })
  })
})
