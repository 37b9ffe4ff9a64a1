import { DAY_MS } from '../../events/calendar.ts'
import { derivedId } from '../../events/ids.ts'
import type { Seeding } from './seeding.ts'

/** Says that the sandbox has verified the demo members; repeating it changes nothing. They are told nothing of it. */
export const seedPersons = async ({
  pool,
  members,
  clock,
  profiles,
  personCheck,
  config,
}: Seeding): Promise<void> => {
  if (personCheck === null) return
  const now = clock()
  const until = new Date(now.getTime() + config.identityValidDays * DAY_MS)
  for (const profile of profiles) {
    const { id: memberId } = await members.signedIn(profile)
    const id = derivedId('seed', 'person-check', memberId)
    await pool.query(
      `insert into app.person_check (id, member_id, provider, reference, state, began_at, changed_at, verified_until)
       values ($1, $2, $3, $4, 'verified', $5, $5, $6) on conflict do nothing`,
      [id, memberId, personCheck.name, await personCheck.admit(id), now, until],
    )
  }
}
