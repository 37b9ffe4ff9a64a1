import { recordWrite } from '../data/refresh.ts'
import { refreshWatched } from '../data/watched.ts'

/** Reloads all data shown on the page, at least as new as the position just written. */
export const refreshMoney = (position: string | undefined): void => {
  recordWrite(position)
  void refreshWatched()
}
