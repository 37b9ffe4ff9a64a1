import { recordWrite } from '../data/refresh.ts'
import { refreshWatched } from '../data/watched.ts'

/** Asks for everything on the page anew, at least as new as the position just written. */
export const refreshMoney = (position: string | undefined): void => {
  recordWrite(position)
  refreshWatched()
}
