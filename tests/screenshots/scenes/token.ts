import { arrived, dialog, fill, pause, press, type Scene, steps, tab, through, type Walk } from '../view.ts'
import { openVote, staked } from '../world.ts'

const voting: Walk = async (view) => {
  await staked(view.call)
  await openVote(view.call, view.friend)
}
const governance = tab('Governance')
const stakes: Walk = steps(tab('Stake'), async ({ page, word }) => {
  await fill(page, word('Amount to stake'), '5')
  await press(page.getByRole('tabpanel'), word('Stake'))
  await dialog(page).waitFor()
})
const vote =
  (english: string): Walk =>
  async ({ page, word }) => {
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: word(english), exact: true })
      .click()
    await dialog(page).waitFor()
  }
const proposes: Walk = steps(governance, async ({ page, word }) => {
  await press(page.getByRole('main'), word('Open a proposal'))
  await dialog(page).waitFor()
})

/** The token's tabs and the steps of staking, voting and proposing. */
export const token: readonly Scene[] = [
  ...['Stake', 'Transfer', 'Governance'].map((name): Scene => ({
    name: `token ${name}`,
    path: '/wallet',
    given: voting,
    walk: tab(name),
  })),
  { name: 'stake 2 review', path: '/wallet', walk: stakes, window: true },
  {
    name: 'stake 3 done',
    path: '/wallet',
    walk: steps(stakes, (view) => through(view, 'Stake Tokens'), pause(900)),
    window: true,
  },
  {
    name: 'stake, mistake',
    path: '/wallet',
    walk: steps(tab('Stake'), async ({ page, word }) => {
      await fill(page, word('Amount to stake'), '999999')
      await press(page.getByRole('tabpanel'), word('Stake'))
    }),
    window: true,
  },
  {
    name: 'vote 1 review',
    path: '/wallet',
    given: voting,
    walk: steps(governance, vote('For')),
    window: true,
  },
  {
    name: 'vote 2 counted',
    path: '/wallet',
    given: voting,
    walk: steps(governance, vote('Abstain'), (view) => through(view, 'Vote {vote}'), pause(900)),
    window: true,
  },
  { name: 'proposal 1 form', path: '/wallet', given: voting, walk: proposes, window: true },
  {
    name: 'proposal 1 form, mistakes',
    path: '/wallet',
    given: voting,
    walk: steps(proposes, (view) => through(view, 'Continue')),
    window: true,
  },
  {
    name: 'proposal 2 review',
    path: '/wallet',
    given: voting,
    walk: steps(proposes, async (view) => {
      const { page, word } = view
      await fill(dialog(page), word('Title'), 'A quieter bell')
      await fill(dialog(page), word('Description'), 'Ring less.\nListen more.')
      await through(view, 'Continue')
      await arrived(view, 'Review Proposal')
    }),
    window: true,
  },
  {
    name: 'rewards claim',
    path: '/wallet',
    given: voting,
    walk: async ({ page, word }) => {
      await press(page.getByRole('main'), word('Claim Rewards'))
      await dialog(page).waitFor()
    },
    window: true,
  },
]
