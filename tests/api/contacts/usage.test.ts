import { describe, expect, it, vi } from 'vitest'
import { deviceOperations } from '../../../api/contract/device-operations.ts'
import { dataText } from '../../../api/contacts/usage.ts'
import { signedIn, testServer, type Member } from '../../support/test-server.ts'
import { adds, contactsOf } from './calls.ts'

const WAIT = { timeout: 40_000, interval: 250 }
const server = testServer()
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')

const profilesOf = async (member: Member) =>
  deviceOperations.listProfiles.response.parse(await (await member.fetch('/api/mvno/esim/profiles')).json())
    .profiles
const totalsOf = async (member: Member) => {
  const answer = await member.fetch('/api/mvno/usage/daily?days=30')
  return deviceOperations.getDailyUsage.response.parse(await answer.json()).totals
}
const usageOf = async (member: Member, number: string) => {
  const contact = (await contactsOf(member)).find(({ phone_number }) => phone_number === number)
  return [contact?.messages, contact?.calls, contact?.data_usage]
}

describe('a contact with the number of one of the member’s own devices', () => {
  it('has the usage of that device in the last 30 days; for anybody else it has none', async () => {
    // The seeded device is set up and metered by processes of the server.
    const number = await vi.waitFor(async () => {
      const msisdn = (await profilesOf(ada))[0]?.msisdn ?? ''
      expect(msisdn).toMatch(/^\+\d+$/)
      expect((await totalsOf(ada)).calls).toBeGreaterThan(0)
      return msisdn
    }, WAIT)
    for (const member of [ada, grace]) await adds(member, { contact_name: 'My phone', phone_number: number })
    // Metering continues meanwhile: both answers are of the same moment once they agree.
    await vi.waitFor(async () => {
      const { messages, calls, data_mb } = await totalsOf(ada)
      const [sent, made, data] = await usageOf(ada, number)
      expect([sent, made]).toEqual([messages, calls])
      // The sum has been rounded to a tenth before: 808.46 MB are 808, and 808.5.
      expect([dataText(data_mb - 0.06), dataText(data_mb + 0.06)]).toContain(data)
    }, WAIT)
    expect(await usageOf(grace, number)).toEqual([0, 0, '0 MB'])
  })
})
