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

/** Has a member credential issued, whichever button there is for it. */
async function issue(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Issue Member Credential' }).click()
  await expect(heading(page, 'Issue a credential')).toBeFocused()
  await button(page, 'Issue').click()
  await expect(dialog(page)).toHaveCount(0)
}

test.describe('the identity page', () => {
  test.use({ serviceWorkers: 'block' })

  test('shows the DID, what its document counts, and exports it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openIdentity(page)
    const identifier = page.getByRole('region', { name: 'DID Identifier' })
    const did = await identifier.getByText(/^did:youtility:/).innerText()
    await identifier.getByRole('button', { name: 'Copy DID' }).click()
    await expect(identifier.getByRole('button', { name: 'Copied to clipboard!' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(did)
    await expect(identifier).toContainText('Authentication methods1')
    await expect(identifier).toContainText('Service endpoints0')
    const explorer = identifier.getByRole('link', { name: /View on Base/ })
    await expect(explorer).toHaveAttribute('target', '_blank')
    const downloading = page.waitForEvent('download')
    await identifier.getByRole('button', { name: 'Export DID' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('did.json')
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ id: did })
  })

  test('has its panels with their phases', async ({ page }) => {
    await openIdentity(page)
    for (const [panel, words] of [
      ['Blockchain Integration', ['Chain-Key ReadyPhase 2', 'ICP IntegrationPhase 3']],
      [
        'AI Agent Readiness',
        ['Identity VerifiedReady', 'Agent DeploymentPhase 2', 'On-Chain LogicPhase 3', 'Bill Optimization'],
      ],
      ['Roadmap', ['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4']],
      ['Network Information', ['Base (Ethereum L2)']],
    ] as const)
      for (const word of words) await expect(page.getByRole('region', { name: panel })).toContainText(word)
    await expect(
      page.getByRole('region', { name: 'AI Agent Readiness' }).getByText('Coming soon'),
    ).toHaveCount(3)
  })

  test('issues a credential, shows, copies, exports and revokes it; all of it is accessible and fits', async ({
    page,
    context,
  }) => {
    await test.step('issues a credential, shows, copies, exports and revokes it', async () => {
      test.slow()
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await openIdentity(page)
      await issue(page)
      const row = rows(page).filter({ hasText: 'YoutilityMemberCredential' }).filter({ hasText: 'Verified' })
      await expect(row).toHaveCount(1)
      const before = await rows(page).count()
      // A second one is not made while the first is valid.
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

  test('says why a credential could not be issued, and keeps the dialog', async ({ page }) => {
    await openIdentity(page)
    await page.route('**/api/did/credentials/issue', (route) => route.abort('connectionreset'))
    await page.getByRole('button', { name: 'Issue Member Credential' }).click()
    await button(page, 'Issue').click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await page.unroute('**/api/did/credentials/issue')
    await button(page, 'Issue').click()
    await expect(dialog(page)).toHaveCount(0)
  })

  test('offers the QR code and everything that is held', async ({ page }) => {
    await openIdentity(page)
    const share = page.getByRole('button', { name: 'Generate Sharing QR' })
    await share.click()
    await expect(dialog(page).getByRole('img', { name: /QR code/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(share).toBeFocused()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export Identity Data' }).click()
    expect(JSON.parse(await readFile(await (await downloading).path(), 'utf8'))).toHaveProperty('member')
  })
})

test('opens offline from what is kept', async ({ page, context }) => {
  await openIdentity(page)
  await expect(page.getByText(/^did:youtility:/)).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect(page.getByRole('region', { name: 'DID Identifier' })).toContainText('Authentication methods1')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('region', { name: 'DID Identifier' })).toContainText('Authentication methods1')
  await expect(page.getByText(/^did:youtility:/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Issue Member Credential' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Quick Actions' })).toContainText('You are offline')
  await expectAccessible(page)
})
