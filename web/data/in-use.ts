/** Keys of the lists and documents requested in this visit: these are never deleted to make room. */
export const keysInUse = new Set<string>()

/** Key of the document with the member whose device this is. */
export const ME = 'me'
/** Key of the document with the starred payees: the member's choice, of which the server has no copy. */
export const FAVOURITES = 'favourite-payees'
