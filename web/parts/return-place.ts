/**
 * Where a visitor wanted to go when the app sent them to sign in, so that a payment link still leads to its payment
 * afterwards. Of this tab alone, and read once. Only ever written from the app's own address: nobody can
 * bring in another site.
 */
const KEY = 'youtility.return'

/** Pages alone are not worth it (after the sign-in comes the dashboard); what an address asks for is. */
const asksForSomething = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
  search !== '' || pathname.startsWith('/pay/')

/** `always`: the member was in the middle of something there. */
export const rememberPlace = (place: Pick<Location, 'pathname' | 'search'>, always = false): void => {
  try {
    if (always || asksForSomething(place)) sessionStorage.setItem(KEY, `${place.pathname}${place.search}`)
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage the dashboard it is.
  }
}

/** The place, which is forgotten with this; null when there is none. */
export const takePlace = (): string | null => {
  try {
    const place = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return place
  } catch {
    return null
  }
}
