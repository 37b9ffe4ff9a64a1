/**
 * The address that a visitor wanted when the app sent them to sign in, so that a payment link still leads to its
 * payment afterwards. Stored for this tab only, and read once. Only ever written from the app's own address, so that
 * nobody can insert another site.
 */
const KEY = 'youtility.return'

/**
 * Whether an address is worth a return: a query or a payment link is, a plain page isn't (the dashboard opens instead).
 */
const asksForSomething = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
  search !== '' || pathname.startsWith('/pay/')

/** `always`: the member was in the middle of something there. */
export const rememberPlace = (place: Pick<Location, 'pathname' | 'search'>, always = false): void => {
  try {
    if (always || asksForSomething(place)) sessionStorage.setItem(KEY, `${place.pathname}${place.search}`)
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the dashboard opens.
  }
}

/** Returns the place and deletes it; null when there is none. */
export const takePlace = (): string | null => {
  try {
    const place = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return place
  } catch {
    return null
  }
}
