import { createSandboxMarket } from '../../../api/sandbox/market/market.ts'
import { marketContract } from './contract.ts'

marketContract('the simulated one', async () => ({
  market: createSandboxMarket({ seed: 'contract' }),
  today: '2026-02-04',
  stop: async () => {},
}))
