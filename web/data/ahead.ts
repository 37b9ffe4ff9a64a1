import { bills, billForecast } from './bills.ts'
import { hasDocument } from './cache.ts'
import { insights, subscriber, telecomActivity } from './devices.ts'
import { currentEpoch } from './epoch.ts'
import { dashboardFigures, market, pools } from './pools.ts'
import { refreshDocument, refreshList } from './refresh.ts'
import type { DocumentSource, ListSource } from './sources.ts'
import { allActivity, walletOverview } from './wallet.ts'

/** After the page that was opened, which comes first, ms. */
const AFTER_MS = 5_000

const idle = (afterMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      // Safari has no idle callback.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
      else resolve()
    }, afterMs)
  })

/** What a member pays by the megabyte, or asked to save; browsers that do not say count as unmetered. */
const isMetered = (): boolean => {
  const connection: unknown = Reflect.get(navigator, 'connection')
  if (typeof connection !== 'object' || connection === null) return false
  return Reflect.get(connection, 'saveData') === true || Reflect.get(connection, 'type') === 'cellular'
}

interface Wanted {
  readonly key: string
  readonly fetch: () => Promise<void>
}
const document = <T>(source: DocumentSource<T>): Wanted => ({
  key: source.key,
  fetch: () => refreshDocument(source),
})
const list = <Row>(source: ListSource<Row>): Wanted => ({ key: source.key, fetch: () => refreshList(source) })

/** What the first screens of the pages in the bar show. */
const WANTED = [
  document(walletOverview),
  list(allActivity),
  document(dashboardFigures),
  document(pools),
  document(market),
  list(bills),
  document(billForecast),
  document(subscriber),
  document(insights),
  list(telecomActivity),
]

/**
 * Fetches once what the pages in the bar show and this device does not keep yet, some 20 kB, so that they open offline
 * too. Not on a metered connection.
 */
export const fetchAhead = async (afterMs = AFTER_MS): Promise<void> => {
  const epoch = currentEpoch()
  await idle(afterMs)
  if (isMetered()) return
  for (const { key, fetch } of WANTED) {
    if (epoch !== currentEpoch()) return
    if (!(await hasDocument(key))) await fetch()
  }
}
