import { bodyParser } from '@koa/bodyparser'
import { Router } from '@koa/router'
import Koa from 'koa'
import { Pool } from 'pg'
import { UnifiedTransferRequest } from '../../../api/contract/wallet.ts'
import { newId } from '../../../events/ids.ts'
import { parseAmount } from '../../../events/money.ts'

/**
 * What a careful developer would write without event sourcing: Koa, the same JSON parsing and the same
 * schema as the real API, then one SQL function in one round trip. A header names the sender.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const router = new Router()

router.get('/api/health/ready', (context) => {
  context.body = { status: 'ok' }
})

router.post('/api/wallet/transfer', async (context) => {
  const request = UnifiedTransferRequest.safeParse(context.request.body)
  if (!request.success) {
    context.status = 400
    context.body = { error: request.error.issues[0]?.message, code: 'invalid_request' }
    return
  }
  const { to_user_identifier, currency, amount } = request.data
  const parsed = parseAmount(currency, amount)
  if (!parsed.ok) {
    context.status = 400
    context.body = { error: 'This is not an amount.', code: parsed.fault }
    return
  }
  const handle = to_user_identifier.replace(/^@/, '').toLowerCase()
  const transferId = newId()
  const { rows } = await pool.query<{ outcome: string }>({
    name: 'send_transfer',
    text: 'select send_transfer($1, $2, $3, $4) as outcome',
    values: [transferId, context.get('X-Account'), handle, parsed.money.minor],
  })
  const outcome = rows[0]?.outcome
  if (outcome !== 'ok') {
    context.status = 422
    context.body = { error: 'The transfer was refused.', code: outcome }
    return
  }
  context.status = 201
  context.body = {
    transfer_id: transferId,
    status: 'completed',
    recipient: { name: handle, handle },
    currency,
    amount,
    created_at: new Date().toISOString(),
  }
})

const app = new Koa()
app.use(bodyParser({ enableTypes: ['json'] }))
app.use(router.routes())
const server = app.listen(Number(process.env.PORT), '127.0.0.1')

process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => void pool.end().then(() => process.exit(0)))
})
