import { expect, test } from '@playwright/test'
import { addSession } from './support/members.ts'
import { HEADINGS } from './support/pages.ts'

test.use({ serviceWorkers: 'block', hasTouch: true })

test('on a phone a tap on a tab that is half in view opens it, and the chosen tab is in view after loading', async ({
  page,
  context,
}) => {
  await addSession(context, 'Ada Lovelace')
  await page.goto('/devices')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS['/devices'] ?? '')
  const row = page.getByRole('tablist', { name: 'Device management' })
  const tab = (name: string) => row.getByRole('tab', { name })
  /** Touches what is seen of the tab at the row's edge, so that nothing is scrolled for the touch. */
  const touchAtTheEdge = async (name: string, edge: 'start' | 'end') => {
    const [outer, inner] = [await row.boundingBox(), await tab(name).boundingBox()]
    if (outer === null || inner === null) throw new Error(`${name} is not drawn`)
    const seen = {
      from: Math.max(outer.x, inner.x),
      to: Math.min(outer.x + outer.width, inner.x + inner.width),
    }
    expect(seen.to - seen.from, `what is seen of ${name}`).toBeGreaterThan(8)
    expect(seen.to - seen.from, `what is seen of ${name}`).toBeLessThan(inner.width - 1)
    await page.touchscreen.tap(edge === 'end' ? seen.to - 4 : seen.from + 4, inner.y + inner.height / 2)
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  }
  await row.scrollIntoViewIfNeeded()
  await touchAtTheEdge('Network Diagnostics', 'end')
  await expect(tab('Network Diagnostics')).toBeInViewport({ ratio: 0.99 })

  await page.goto('/devices?tab=activity')
  await expect(tab('Activity Feed')).toBeInViewport({ ratio: 0.99 })
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})
