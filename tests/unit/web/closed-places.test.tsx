import path from 'node:path'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { readCatalogue } from '../../../web/locales/catalogue.ts'
import { MarketClosed } from '../../../web/pages/pools/market.tsx'
import { Treasury } from '../../../web/pages/wallet/treasury.tsx'
import { setLanguage } from '../../../web/texts/texts.ts'

afterEach(() => setLanguage('en', 'en-US', {}))

const MARKET =
  'Investing is closed: this installation is not connected to a market. What you have invested is kept as it is.'
const BANK = 'Treasury accounts are closed: this installation is not connected to a bank.'
const closed = { title: 'None', simulated: false, closed: MARKET }

test.each<readonly [string, ReactElement, RegExp]>([
  ['a market', <MarketClosed key="" market={closed} />, /Diese Installation ist mit keinem Markt verbunden/],
  [
    'a bank',
    <Treasury
      key=""
      account={null}
      bank={{ simulated: false, closed: BANK, interest_needs_identity: false }}
    />,
    /mit keiner Bank/,
  ],
])('the server’s reason why %s is closed is shown in German', async (_what, element, reason) => {
  setLanguage('de', 'de-DE', Object.fromEntries(await readCatalogue(path.resolve('web/locales/de'))))
  expect(renderToStaticMarkup(element)).toMatch(reason)
})
