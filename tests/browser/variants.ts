/**
 * Walks of the browser that repeat a way with another word, field or failure: `npm run test:long` and
 * `npm run test:browser` take them too, the gate (`npm test`) does not. What is new is in the gate until it is
 * listed here, by its file and the beginning of its title.
 */
export const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  'contacts-circles.spec.ts': ['the keyboard alone creates a circle and puts somebody into it'],
  'contacts-many.spec.ts': [
    'ten thousand contacts scroll, search, filter, sort and turn pages without a long task',
    'what is loaded when nothing has changed is nothing',
  ],
  'contacts.spec.ts': [
    'a state is a word with its colour',
    'pages have ten rows',
    'insights lead to the contacts they are about',
    'Configure hides columns on this device, also after a reload',
    'the keyboard alone sorts, selects, views and deletes',
    'an empty book says what to do',
  ],
  'dashboard.spec.ts': ['leads where it says: services and quick actions'],
  'deposits-troubles.spec.ts': [
    'a wallet without deposits says so',
    'says so when the form cannot be loaded',
  ],
  'devices.spec.ts': ['asks for nothing while nobody is signed in'],
  'offline-shell.spec.ts': ['can wait', 'every picture the manifest names exists in the size it says'],
  'pools-bills.spec.ts': [
    'why a bill is not paid, what it lacks, and paying it by hand',
    'whether auto-pay may use the USD wallet is the member’s choice, after a review',
  ],
  'pools-views.spec.ts': ['works by keyboard alone'],
  'pools.spec.ts': [
    'figures of gain, percentage and progress are those of the pool, progress at most 100 %',
    'without pools: the empty state leads to the first one, on a narrow screen too',
  ],
  'portfolio.spec.ts': ['teases the exchange, gives insights, and its links lead on'],
  'reports.spec.ts': [
    "shows the member's figures under the specified labels",
    'draws the months and gives them as a table, too',
    'hides its figures with the balances',
    'says when it could not be loaded, and loads it on request',
    'offline are named, and why they cannot be opened',
  ],
  'shell.spec.ts': [
    'signed out shows SIGN IN and no navigation',
    'says what it is doing while it does not know',
    'returns to the home page on request',
    'stands before',
    'welcomes and goes to the dashboard after two seconds, sending the code once',
    'says in its own words what the provider refused, and goes home after three seconds',
    'without a code says so',
    'with a made-up code fails with the server’s sentence',
    'moving to another page sets title, focus and place, and is announced',
    'reaches the content past the header by keyboard',
    'sees contacts and devices in dark violet, whatever was chosen',
    'an address that does not exist leads back',
    'is on the document before the first paint',
  ],
  'token.spec.ts': [
    'a toast goes by itself after five seconds; the notice stays',
    'the refresh spinner runs one second',
    'large amounts are K and M with two decimals; an empty reserve is said',
  ],
  'verify.spec.ts': [
    'a deposit has its receipt too',
    'without any keys and offline, a reader enters keys of their own',
    'a receipt that cannot be loaded says so and can be asked for again',
    'the page of an evidence bundle checks a receipt from the disk',
  ],
  'wallet.spec.ts': [
    'filters all activity by currency and kind',
    'by the server, in the middle of a visit, leaves nothing that could be read',
  ],
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches the full title of a variant, as Playwright's `grepInvert` sees it. */
export const anyVariant = new RegExp(
  Object.entries(VARIANTS)
    .flatMap(([file, titles]) => titles.map((title) => `${escaped(file)} .*${escaped(title)}`))
    .join('|'),
)
