import { noteWrite, refreshDocument, refreshList } from '../../../data/refresh.ts'
import { allActivity, walletOverview } from '../../../data/wallet.ts'

/** Asks for balances and activity anew, at least as new as the position just written. */
export const refreshMoney = (position: string | undefined): void => {
  noteWrite(position)
  void refreshDocument(walletOverview)
  void refreshList(allActivity)
}
