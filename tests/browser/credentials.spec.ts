import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { type DemoMember, signIn } from './support/members.ts'
import { button, dialog, heading, inBothThemes } from './support/wallet.ts'

let member: DemoMember
test.beforeEach(({ page: _page }, { project }) => {
  member = project.name === 'phone' ? 'Radia Perlman' : 'Barbara Liskov'
})

async function openIdentity(page: Page): Promise<void> {
  await signIn(page, member, '/did')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Decentralized Identity Management' }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Verifiable Credentials' })).toHaveAttribute(
    'aria-busy',
    'false',
  )
}

const rows = (page: Page) => page.getByRole('list', { name: 'Verifiable Credentials' }).getByRole('listitem')

/** Issues a member credential. */
async function issue(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Issue Member Credential' }).click()
  await expect(heading(page, 'Issue a credential')).toBeFocused()
  await button(page, 'Issue').click()
  await expect(dialog(page)).toHaveCount(0)
}

test.describe('the identity page', () => {
  test.use({ serviceWorkers: 'block' })

  test('issues a credential, shows, copies, exports and revokes it; all of it is accessible and fits', async ({
    page,
    context,
  }) => {
    await test.step('issues a credential, shows, copies, exports and revokes it', async () => {
      test.slow()
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await openIdentity(page)
      const identifier = page.getByRole('region', { name: 'DID Identifier' })
      const did = await identifier.getByText(/^did:youtility:/).innerText()
      await identifier.getByRole('button', { name: 'Copy DID' }).click()
      await expect(identifier.getByRole('button', { name: 'Copied to clipboard!' })).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(did)
      const exporting = page.waitForEvent('download')
      await identifier.getByRole('button', { name: 'Export DID' }).click()
      const exported = await exporting
      expect(exported.suggestedFilename()).toBe('did.json')
      expect(JSON.parse(await readFile(await exported.path(), 'utf8'))).toMatchObject({ id: did })
      await issue(page)
      const row = rows(page).filter({ hasText: 'YoutilityMemberCredential' }).filter({ hasText: 'Verified' })
      await expect(row).toHaveCount(1)
      const before = await rows(page).count()
      // No second credential is issued while the first is valid.
      await issue(page)
      await expect(rows(page)).toHaveCount(before)
      await row.getByRole('button', { name: 'Copy' }).click()
      await expect(row.getByRole('button', { name: 'Copied to clipboard!' })).toBeVisible()
      const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as unknown
      expect(copied).toMatchObject({ proof: { type: 'DataIntegrityProof' } })

      const view = row.getByRole('button', { name: /^View/ })
      await view.click()
      await expect(heading(page, 'YoutilityMemberCredential')).toBeFocused()
      await expect(dialog(page)).toContainText('Signed by Youtility, unchanged, in force and not revoked.')
      await inBothThemes(page, () => expectAccessible(page))
      for (const [name, holds] of [
        ['Export JSON', /"proofValue"/],
        ['Export VC-JWT', /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/],
      ] as const) {
        const downloading = page.waitForEvent('download')
        await dialog(page).getByRole('link', { name }).click()
        expect(await readFile(await (await downloading).path(), 'utf8')).toMatch(holds)
      }
      await button(page, 'Revoke').click()
      await expect(heading(page, 'Revoke this credential?')).toBeFocused()
      await inBothThemes(page, () => expectAccessible(page))
      await button(page, 'Revoke for good').click()
      await expect(dialog(page)).toContainText('The credential has been revoked.')
      await expect(button(page, 'Revoke')).toHaveCount(0)
      await button(page, 'Close').last().click()
      await expect(rows(page).filter({ hasText: 'Revoked' }).first()).toBeVisible()
      await expect(row).toHaveCount(0)
    })
    await test.step('is accessible in both themes and fits 320 pixels', async () => {
      await inBothThemes(page, () => expectAccessible(page))
      await page.setViewportSize({ width: 320, height: 640 })
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: /^Issue (New|Your First Credential)$/ }).click()
      await expect(dialog(page).getByRole('radio')).toHaveCount(2)
      await inBothThemes(page, () => expectAccessible(page))
      await expectNoSidewaysScroll(page)
    })
  })
})
