import { activityProjection } from './activity/projection.ts'
import { billsProjection } from './bills/projection.ts'
import { depositsProjection } from './deposits/projection.ts'
import { governanceProjection } from './governance/projection.ts'
import { merkleProjection } from './merkle/projection.ts'
import { poolTransfersProjection } from './pool-transfers/projection.ts'
import { poolsProjection } from './pools/projection.ts'
import type { Projection } from './projection.ts'
import { requestsProjection } from './requests/projection.ts'
import { walletProjection } from './wallet/projection.ts'
import { withdrawalsProjection } from './withdrawals/projection.ts'
import { tokenProjection } from './token/projection.ts'

/** All read models. */
export const PROJECTIONS: readonly Projection[] = [
  walletProjection,
  activityProjection,
  depositsProjection,
  withdrawalsProjection,
  requestsProjection,
  tokenProjection,
  governanceProjection,
  poolsProjection,
  poolTransfersProjection,
  billsProjection,
  merkleProjection,
]
