/** The walks, in the order in which a browser takes them: each begins where the one before has ended. */
import { until } from './engine.ts'
import type { Page } from './page.ts'
import type { Site } from './site.ts'

/** Who sends to whom: each window has two members, whose money no other window counts. */
export interface Pair {
  readonly sender: string
  readonly recipient: string
  /** The recipient's handle. */
  readonly to: string
}

export interface Walk {
  readonly name: string
  /** Not repeated in the other windows: the size does not matter. */
  readonly only?: 'phone'
  /** Resolves to what it has measured, in words, if anything. */
  readonly run: (page: Page, site: Site, who: Pair) => Promise<string | void>
}

const FIGURES = /USD Balance \$[\d,]+\.\d\d/
const dialog = { inDialog: true } as const

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const openWallet = async (page: Page): Promise<string> => {
  await page.open('/wallet')
  return page.sees(FIGURES)
}

/**
 * The wallet, once it shows the server's balance, in cents. Before that it shows the one of the cache, which is older
 * when a page was left before it had written the newest one.
 */
const openWalletUpToDate = async (page: Page): Promise<bigint> => {
  await openWallet(page)
  const cents = await page.evaluate(async () => {
    const { treasury_account } = await fetch('/api/wallet').then((answer) => answer.json())
    return Number(treasury_account.balance.cash.usd)
  })
  await seesCents(page, BigInt(cents))
  return BigInt(cents)
}

/** The balance may be the one of the cache first. */
const seesCents = (page: Page, cents: bigint): Promise<string> => {
  const digits = String(cents)
  return page.sees(new RegExp(`USD Balance \\$[\\d,]*${digits.slice(-5, -2)}\\.${digits.slice(-2)}`))
}

/** The member's database takes a write at once. What it can't take would wait for minutes. */
const expectCanSave = async (page: Page): Promise<void> => {
  const result = await page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('m:'))?.name ?? ''
    const opening = indexedDB.open(name)
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve)
      opening.addEventListener('error', reject)
    })
    const database = opening.result
    const transaction = database.transaction(['documents', 'intents', 'outbox'], 'readwrite')
    transaction.objectStore('documents').delete('')
    const ended = new Promise((resolve) => {
      transaction.addEventListener('complete', () => resolve('saved'))
    })
    const late = new Promise((resolve) => setTimeout(resolve, 5_000, 'it hangs'))
    const outcome = await Promise.race([ended, late])
    database.close()
    return String(outcome)
  })
  if (result !== 'saved') throw new Error(`The database does not answer: ${result}`)
  if ((await page.text()).includes('Nothing can be saved')) throw new Error('The app saves nothing any more')
}

/** When the figures were shown, ms since 1970: watched in the page, since asking it again and again slows it. */
const figuresShownAt = (page: Page): Promise<number> =>
  until('the figures', () =>
    page.evaluate(() => {
      // The page before may still be there.
      if (location.pathname !== '/wallet') throw new Error('not there yet')
      const shown = Promise.withResolvers<number>()
      const look = () => {
        const text = document.querySelector('main')?.textContent ?? ''
        if (/USD Balance\s*\$[\d,]+\.\d\d/.test(text)) shown.resolve(Date.now())
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
      look()
      return shown.promise
    }),
  )

/** Goes away and back `times` times, each time after another pause; resolves to the milliseconds to the figures. */
const goToAndFro = async (page: Page, site: Site, times: number): Promise<number[]> => {
  const waits: number[] = []
  for (let round = 0; round < times; round += 1) {
    await sleep(100 + round * 150)
    await page.engine.open(site.elsewhere)
    await page.sees('Elsewhere')
    const begun = Date.now()
    if (round % 2 === 0) await page.open('/wallet')
    else await page.engine.back()
    waits.push((await figuresShownAt(page)) - begun)
    await page.sees(FIGURES)
  }
  return waits
}

const fillSend = async (page: Page, to: string, amount: string): Promise<void> => {
  await page.click('button', 'Send Funds')
  await page.fill('Send To', to, dialog)
  await page.fill('Amount', amount, dialog)
  await page.click('button', 'Continue', dialog)
}

const expectNothingLeft = (page: Page): Promise<boolean> =>
  until('nothing is left in the browser', async () => {
    const left = await page.evaluate(async () => [
      ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
      ...Object.keys(sessionStorage).filter((key) => key.startsWith('m:')),
      ...Object.keys(localStorage).filter((key) => key.startsWith('m:') || key === 'youtility.member'),
      ...document.cookie.split('; ').filter((cookie) => cookie.startsWith('kept-here')),
    ])
    if (left.length > 0) throw new Error(`The browser has kept ${left.join(', ')}`)
    return true
  })

export const WALKS: readonly Walk[] = [
  {
    name: 'signs in, and the wallet shows its figures',
    run: async (page, _site, { sender }) => {
      await page.open('/')
      await page.click('button', 'SIGN IN')
      await page.click('button', sender)
      await page.isAt('/dashboard')
      await openWallet(page)
      await expectCanSave(page)
    },
  },
  // Early: after the walks that leave and return, WebKit often does not show that the install has ended; why is unknown.
  {
    name: 'opens while the server is stopped, and goes on when it has started',
    only: 'phone',
    run: async (page, site) => {
      await openWallet(page)
      // In WebKit a page that was open during the install may show an old state (`installing`, or none, a minute after
      // every file was cached), so this opens the app again, as a member does: not before the install had time to end.
      // Nor does it ask all the time: then WebKit's driver never sees it active.
      await until('the service worker is active', async () => {
        for (let asked = 0; asked < 3; asked += 1) {
          // oxlint-disable-next-line no-await-in-loop -- one question after the other
          await sleep(5_000)
          // oxlint-disable-next-line no-await-in-loop -- one question after the other
          const state = await page.evaluate(async () => {
            const { controller } = navigator.serviceWorker
            return (controller ?? (await navigator.serviceWorker.getRegistration())?.active)?.state ?? 'none'
          })
          if (state === 'activated') return true
        }
        await page.open('/wallet')
        return undefined
      })
      await site.stop()
      await page.open('/wallet')
      await page.sees(FIGURES)
      await page.sees('You are offline')
      await site.start()
      await page.seesNot('You are offline')
      await page.sees(FIGURES)
    },
  },
  {
    name: 'leaves for another origin and comes back twelve times: each time the figures are there',
    only: 'phone',
    run: async (page, site) => {
      await openWallet(page)
      const before = page.engine.complaints().length
      const waits = await goToAndFro(page, site, 12)
      await expectCanSave(page)
      // A database that hangs says so here; the figures come from the server then, after a while.
      const ofCache = page.engine
        .complaints()
        .slice(before)
        .filter((line) => line.includes('The cache'))
      if (ofCache.length > 0) throw new Error(ofCache.join('\n'))
      const all = waits.map((ms) => (ms / 1_000).toFixed(1))
      return `${waits.length} of 12; seconds to the figures: ${all.join(' ')}`
    },
  },
  {
    name: 'sends, step by step, and the balance is right to the cent',
    run: async (page, _site, { recipient, to }) => {
      const before = await openWalletUpToDate(page)
      await fillSend(page, '@nobody_at_all', '1.25')
      await page.sees(/no member/i, dialog)
      await page.fill('Send To', to, dialog)
      await page.click('button', 'Continue', dialog)
      await page.sees(new RegExp(`Recipient.*${recipient}.*Amount \\$1\\.25`), dialog)
      await page.click('button', 'Send Transfer', dialog)
      await page.sees('Transfer Sent', dialog)
      await page.sees('$1.25 sent successfully', dialog)
      await page.click('button', 'Done', dialog)
      await page.noDialog()
      await seesCents(page, before - 125n)
    },
  },
  {
    name: 'sends, and finds out what happened when the answer is lost: nothing is sent twice',
    run: async (page, site, { to }) => {
      const before = await openWalletUpToDate(page)
      await fillSend(page, to, '2.50')
      await page.sees('Confirm Transfer', dialog)
      const lost = site.loseAnswer('/api/wallet/transfer')
      await page.click('button', 'Send Transfer', dialog)
      await lost
      await page.sees('Transfer Sent', dialog)
      await page.press('\uE00C')
      await page.noDialog()
      await openWallet(page)
      await seesCents(page, before - 250n)
    },
  },
  {
    name: 'leaves in the middle of a payment, and is offered it after Back',
    run: async (page, site, { to }) => {
      await openWallet(page)
      await fillSend(page, to, '3.00')
      await page.sees('Confirm Transfer', dialog)
      await page.engine.open(site.elsewhere)
      await page.sees('Elsewhere')
      await page.engine.back()
      await page.sees('Continue the transfer to')
      await page.click('button', 'Continue')
      await page.sees('Confirm Transfer', dialog)
      await page.click('button', 'Send Transfer', dialog)
      await page.sees('Transfer Sent', dialog)
      await page.click('button', 'Done', dialog)
      await expectCanSave(page)
    },
  },
  {
    name: 'imports contacts from a file',
    run: async (page) => {
      await page.open('/tellepathy')
      await page.click('button', 'Import')
      const name = `Ann ${Math.random().toString(36).slice(2)}`
      await page.chooseFile('File', 'contacts.csv', `Name,Phone\n${name},+12065550123`, dialog)
      await page.sees('1 contact ready to import.', dialog)
      await page.click('button', 'Import 1 contact', dialog)
      await page.noDialog()
      await page.sees(name)
    },
  },
  {
    name: 'verifies a receipt',
    run: async (page) => {
      await openWallet(page)
      await page.click('link', 'Sent to')
      await page.click('button', 'Receipt of')
      await page.sees('Signed by the log alone', dialog)
      await page.sees('The event is in the log Passed', dialog)
    },
  },
  {
    name: 'signs out, and nothing is left on the device',
    run: async (page) => {
      await openWallet(page)
      if (await page.evaluate(() => innerWidth < 900)) await page.click('button', 'MORE')
      await page.click('button', 'Sign out')
      await page.sees('SIGN IN')
      await expectNothingLeft(page)
    },
  },
]
