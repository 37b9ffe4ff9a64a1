import { type Browser, type Cookie, expect, type Page, test } from '@playwright/test'
import { addSession, sessionOf } from './support/members.ts'
import { withoutStream } from './support/quiet.ts'

/**
 * The page itself, and for each of its dozen documents and lists that it has come and that it is the newest; what
 * comes together is drawn together, so that it is 15 to 17. Drawn for each step of each request it was 30 to 35.
 */
const COMMITS_MAX = 28

/** Counts how often React changes the page: it tells a developer tool that is there before it. */
const countCommits = (page: Page) =>
  page.addInitScript(() => {
    const counted = { commits: 0 }
    Object.assign(globalThis, {
      counted,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: () => void (counted.commits += 1),
        onCommitFiberUnmount: () => undefined,
      },
    })
  })

/**
 * Holds what the page asks the server for until it asks for nothing more, and then lets all go: on a busy machine the
 * answers would come one by one, and each would be drawn.
 */
const answerAtOnce = async (page: Page) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let quiet: NodeJS.Timeout | undefined
  await page.route(/\/api\/(?!users\/me)/, async (route) => {
    clearTimeout(quiet)
    quiet = setTimeout(resolve, 1_000)
    await promise
    await route.continue()
  })
}

/** How often the wallet is drawn until nothing more comes, on a device that has nothing cached, and never had. */
async function commitsOf(browser: Browser, cookies: Cookie[]): Promise<number> {
  const context = await browser.newContext({
    storageState: { cookies, origins: [] },
    serviceWorkers: 'block',
  })
  const fresh = await context.newPage()
  await countCommits(fresh)
  await withoutStream(fresh)
  await answerAtOnce(fresh)
  await fresh.goto('/wallet')
  await expect(fresh.getByRole('heading', { name: 'All activity' })).toBeVisible()
  await fresh.waitForLoadState('networkidle')
  const { commits } = await fresh.evaluate<{ commits: number }>('globalThis.counted')
  await context.close()
  return commits
}

test('/wallet is drawn again when something new is to be seen, not for each step of its requests', async ({
  context,
  browser,
}) => {
  await addSession(context, 'Ada Lovelace')
  const cookies = await sessionOf(context)
  // The fewest of at most five: a processor that others want draws in smaller pieces, 23 to 30 times, never in fewer
  // than there is to be seen; what draws each step does so every time.
  const counts: number[] = []
  do counts.push(await commitsOf(browser, cookies))
  while (Math.min(...counts) > COMMITS_MAX && counts.length < 5)
  expect(Math.min(...counts), `of ${counts.join(', ')}`).toBeLessThanOrEqual(COMMITS_MAX)
  expect(Math.min(...counts)).toBeGreaterThan(2)
})
