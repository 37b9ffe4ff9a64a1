/**
 * Browser walks that repeat another one with a different word, field, device or failure, or that look at every page:
 * `npm run test:full` runs them, the gate (`npm test`) does not. A new walk is in the gate until it is listed here, by
 * its file and the beginning of its title.
 */
export const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  'ad-blocker.spec.ts': [
    'a blocked file holds up nothing but the page that needs it, and is fetched when it can be',
  ],
  'app-lock.spec.ts': ['a locked device shows nothing and asks for nothing before its passkey'],
  'browsers.spec.ts': ['a member of Safari 16.4 signs in, sends, opens a link and sees their profile'],
  'contacts-many.spec.ts': [
    'ten thousand contacts scroll, search, filter, sort and turn pages without a long task',
    'what is loaded when nothing has changed is nothing',
  ],
  'dashboard.spec.ts': [
    'leads where it says: services and quick actions',
    'what could not be loaded says so, and nothing goes on looking as if it were to come',
  ],
  'deposits-troubles.spec.ts': [
    'a returned deposit: what it did to the balance, and what to do',
    'says so when the form cannot be loaded',
  ],
  'device-states.spec.ts': [
    'a device that loses, refuses or has no room for what is saved',
    'an update in the middle of a dialog waits, and the dialog goes on after it',
  ],
  'devices-lifecycle.spec.ts': ['offline the page opens from the cache, and what needs the network says so'],
  'forbidden-storage.spec.ts': [
    'where only cookies are allowed every page of a member works while it is open',
  ],
  'german.spec.ts': ['every page is German, fits a phone, and axe finds nothing there in the dark'],
  'layout-shift.spec.ts': ['from the first paint on little jumps while the data comes'],
  'offline-shell.spec.ts': ['can wait', 'every picture the manifest names exists in the size it says'],
  'pools-bills.spec.ts': ['why a bill is not paid, what it lacks, and paying it by hand'],
  'pools-views.spec.ts': [
    'every view and step is accessible in both themes and fits 320 px',
    'works by keyboard alone',
  ],
  'pools.spec.ts': ['without pools: the empty state leads to the first one, on a narrow screen too'],
  'portfolio.spec.ts': ['the portfolio: filtered, its parts add up'],
  'readers.spec.ts': [
    'lines from right to left turn the pages around',
    'text at 200 % by the browser’s settings fits a telephone everywhere',
  ],
  'renders.spec.ts': ['is drawn again when something new is to be seen'],
  'shell.spec.ts': [
    'says what it is doing while it does not know',
    'welcomes and goes to the dashboard after two seconds, sending the code once',
    'says in its own words what the provider refused, and stays until the member goes on',
    'moving to another page sets title, focus and place, and is announced',
    'reaches the content past the header by keyboard',
    'sees contacts and devices in dark violet until a theme is chosen',
    'is on the document before the first paint',
  ],
  'slow-device.spec.ts': ['nobody has to read an error in the console to visit and to sign in'],
  'taps.spec.ts': ['what members do most takes at most four taps from the wallet'],
  'token.spec.ts': [
    'a toast goes by itself after five seconds; the notice stays',
    'the refresh spinner runs one second',
  ],
  'translated.spec.ts': ['a page that the browser translates goes on working'],
  'verify.spec.ts': [
    'a deposit has its receipt too',
    'without any keys and offline, a reader enters keys of their own',
    'a receipt that cannot be loaded says so and can be asked for again',
  ],
  'wallet.spec.ts': ['by the server, in the middle of a visit, leaves nothing that could be read'],
  'whole-way.spec.ts': ['somebody new adds money, is verified, withdraws, cancels'],
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches the full title of a variant, as Playwright's `grepInvert` sees it. */
export const anyVariant = new RegExp(
  Object.entries(VARIANTS)
    .flatMap(([file, titles]) => titles.map((title) => `${escaped(file)} .*${escaped(title)}`))
    .join('|'),
)
