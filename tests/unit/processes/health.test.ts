import { describe, expect, it } from 'vitest'
import { healthOf, recurring } from '../../../api/processes/recurring.ts'

const well = { name: 'claim completion', health: () => ({ ok: true }) }

describe('the health of the processes', () => {
  it('is well when all of them are, or when there are none', () => {
    expect(healthOf([])).toEqual({ ok: true })
    expect(healthOf([well, well])).toEqual({ ok: true })
  })

  it('names each that is not, and says why', () => {
    const ill = {
      name: 'treasury interest',
      health: () => ({ ok: false, detail: 'failed 3 times in a row' }),
    }
    expect(healthOf([well, ill, { ...ill, name: 'request expiry' }])).toEqual({
      ok: false,
      detail: 'treasury interest: failed 3 times in a row, request expiry: failed 3 times in a row',
    })
  })

  it('is ill once rounds have failed three times in a row', async () => {
    const third = Promise.withResolvers<void>()
    let logged = 0
    const error = () => {
      logged += 1
      if (logged === 3) third.resolve()
    }
    const process = recurring({
      name: 'always failing',
      everyMs: 1,
      log: { error },
      round: async () => {
        throw new Error('down')
      },
    })
    await third.promise
    await process.stop()
    expect(healthOf([process])).toMatchObject({
      ok: false,
      detail: 'always failing: failed 3 times in a row',
    })
  })
})
