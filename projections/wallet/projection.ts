import { isWalletStream } from '../../events/wallet/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { walletFacts } from '../wallet-facts.ts'
import { walletChanges, type WalletChange } from './changes.ts'

const COLUMNS = `$1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::bigint[],
  $9::bigint[], $10::bigint[], $11::bigint[], $12::boolean[]`
const NAMES = `member_id, status, usd, usdc, yut, treasury_status, treasury_account_id, position, staked, interest, rewards, bills_from_wallet`

const values = (changes: readonly WalletChange[]): string[] =>
  columnsOf(
    changes,
    (change) => change.memberId,
    (change) => change.status,
    (change) => change.balances.USD,
    (change) => change.balances.USDC,
    (change) => change.balances.YUT,
    (change) => (change.treasuryAccountId === null ? null : 'open'),
    (change) => change.treasuryAccountId,
    (change) => change.position,
    (change) => change.stakedMinor,
    (change) => change.interestMinor,
    (change) => change.rewardsMinor,
    (change) => (change.billsFromWallet === null ? null : String(change.billsFromWallet)),
  )

const open = (changes: readonly WalletChange[]): Statement => ({
  name: 'wallet_open',
  text: `
    insert into wallet (member_id, status, usd_minor, usdc_minor, yut_minor, treasury_status,
      treasury_account_id, position, yut_staked_minor, interest_minor, rewards_minor, bills_from_wallet, opened_at)
    select member_id, status, usd, usdc, yut, treasury_status, treasury_account_id, position, staked, interest,
      rewards, coalesce(bills_from_wallet, false), opened_at
    from unnest(${COLUMNS}, $13::timestamptz[]) as opened (${NAMES}, opened_at)`,
  values: [...values(changes), ...columnsOf(changes, (change) => change.openedAt)],
  rows: changes.length,
})

const change = (changes: readonly WalletChange[]): Statement => ({
  name: 'wallet_change',
  text: `
    update wallet set
      status = coalesce(change.status, wallet.status),
      usd_minor = usd_minor + change.usd,
      usdc_minor = usdc_minor + change.usdc,
      yut_minor = yut_minor + change.yut,
      yut_staked_minor = yut_staked_minor + change.staked,
      interest_minor = interest_minor + change.interest,
      rewards_minor = rewards_minor + change.rewards,
      bills_from_wallet = coalesce(change.bills_from_wallet, wallet.bills_from_wallet),
      treasury_status = coalesce(change.treasury_status, wallet.treasury_status),
      treasury_account_id = coalesce(change.treasury_account_id, wallet.treasury_account_id),
      position = change.position
    from unnest(${COLUMNS}) as change (${NAMES})
    where wallet.member_id = change.member_id`,
  values: values(changes),
  rows: changes.length,
})

/** What each member owns now: table `wallet`. */
export const walletProjection: Projection = {
  name: 'wallet',
  version: 3,
  follows: isWalletStream,
  apply: (batch) => {
    const changes = walletChanges(walletFacts(batch))
    const opened = changes.filter(({ openedAt }) => openedAt !== null)
    const changed = changes.filter(({ openedAt }) => openedAt === null)
    return [...(opened.length > 0 ? [open(opened)] : []), ...(changed.length > 0 ? [change(changed)] : [])]
  },
}
