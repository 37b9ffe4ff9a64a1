/**
 * Browser walks that repeat another one with a different word, field or failure: `npm run test:full` runs them, the gate
 * (`npm test`) does not. A new walk is in the gate until it is listed here, by its file and the beginning of its title.
 */
export const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  'contacts-many.spec.ts': [
    'ten thousand contacts scroll, search, filter, sort and turn pages without a long task',
    'what is loaded when nothing has changed is nothing',
  ],
  'dashboard.spec.ts': [
    'leads where it says: services and quick actions',
    'what could not be loaded says so, and nothing goes on looking as if it were to come',
  ],
  'deposits-troubles.spec.ts': ['says so when the form cannot be loaded'],
  'offline-shell.spec.ts': ['can wait', 'every picture the manifest names exists in the size it says'],
  'pools-bills.spec.ts': ['why a bill is not paid, what it lacks, and paying it by hand'],
  'pools-views.spec.ts': ['works by keyboard alone'],
  'pools.spec.ts': ['without pools: the empty state leads to the first one, on a narrow screen too'],
  'shell.spec.ts': [
    'says what it is doing while it does not know',
    'welcomes and goes to the dashboard after two seconds, sending the code once',
    'says in its own words what the provider refused, and stays until the member goes on',
    'moving to another page sets title, focus and place, and is announced',
    'reaches the content past the header by keyboard',
    'sees contacts and devices in dark violet until a theme is chosen',
    'is on the document before the first paint',
  ],
  'token.spec.ts': [
    'a toast goes by itself after five seconds; the notice stays',
    'the refresh spinner runs one second',
  ],
  'verify.spec.ts': [
    'a deposit has its receipt too',
    'without any keys and offline, a reader enters keys of their own',
    'a receipt that cannot be loaded says so and can be asked for again',
  ],
  'wallet.spec.ts': ['by the server, in the middle of a visit, leaves nothing that could be read'],
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches the full title of a variant, as Playwright's `grepInvert` sees it. */
export const anyVariant = new RegExp(
  Object.entries(VARIANTS)
    .flatMap(([file, titles]) => titles.map((title) => `${escaped(file)} .*${escaped(title)}`))
    .join('|'),
)
