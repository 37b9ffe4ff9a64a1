import { expect, it } from 'vitest'
import { Refusal } from '../../../events/refusal.ts'
import { HttpError } from '../../../api/http/errors.ts'
import { refusalsCount } from '../../../api/identity/look-ups.ts'

it.each([
  ['a rule', new Refusal('amount_out_of_range', 'No.'), ['ada']],
  ['the demand for a fresh sign-in', new HttpError(403, 'fresh_sign_in_required', 'No.'), ['ada']],
  ['a fault of ours', new Error('down'), []],
])(
  'a call refused by %s counts as a look-up if its reason may tell who is a member',
  async (_, error, counted) => {
    const counts: string[] = []
    const limit = async (key: string) => void counts.push(key)
    const call = refusalsCount(limit, () => Promise.reject(error))
    await expect(call({ member: { id: 'ada' } })).rejects.toBe(error)
    expect(counts).toEqual(counted)
  },
)

it('above the limit a member and a stranger get the same answer', async () => {
  const over = new HttpError(429, 'too_many_requests', 'Too many.')
  for (const error of [
    new Refusal('amount_out_of_range', 'No member has this handle, email or DID.'),
    new HttpError(403, 'fresh_sign_in_required', 'Please sign in again.'),
  ]) {
    const call = refusalsCount(
      () => Promise.reject(over),
      () => Promise.reject(error),
    )
    await expect(call({ member: { id: 'ada' } })).rejects.toBe(over)
  }
})
