import type { Pool } from 'pg'
import { SharedField, type SharedProfile } from '../contract/profile.ts'

/** Fields that a member can change, as stored; null is "not given". */
interface ProfileTexts {
  readonly display_name: string | null
  readonly name: string | null
  readonly organization: string | null
  readonly title: string | null
  readonly bio: string | null
  readonly website_url: string | null
  readonly phone_endpoint: string | null
}

/** Omitted or undefined fields stay unchanged. */
export type ProfileChanges = { readonly [Field in keyof ProfileTexts]?: ProfileTexts[Field] | undefined } & {
  readonly shared?: readonly SharedField[] | undefined
}

/** A member with their profile. */
export interface ProfileRow extends ProfileTexts {
  readonly id: string
  readonly handle: string
  readonly email: string
  /** An https URL. */
  readonly picture: string | null
  readonly shared: readonly SharedField[]
  readonly handle_changed_at: Date | null
  readonly created_at: Date
  /** The ProfileCredential may differ from the profile at this `revision`. */
  readonly credential_stale: boolean
  readonly revision: number
}

type Row = Omit<ProfileRow, 'shared'> & { readonly shared: readonly string[] }

const READ = `
  select m.id, m.handle, m.email, m.picture, m.created_at, p.display_name, coalesce(p.name, m.name) as name,
    p.organization, p.title, p.bio, p.website_url, p.phone_endpoint, p.handle_changed_at,
    coalesce(p.shared, '{display_name,handle}') as shared,
    coalesce(p.credential_stale, false) as credential_stale, coalesce(p.revision, 0) as revision
  from app.member m left join app.profile p on p.member_id = m.id
  where m.id = $1`

const profileFrom = (row: Row): ProfileRow => ({
  ...row,
  shared: SharedField.options.filter((field) => row.shared.includes(field)),
})

/** The shared fields that have a value. */
export const sharedOf = (row: ProfileRow): SharedProfile =>
  Object.fromEntries(
    row.shared.flatMap((field) => {
      const value = row[field]
      return value === null ? [] : [[field, value]]
    }),
  )

/** Profiles in `app.profile`. */
export const createProfiles = (pool: Pool) => ({
  /** Undefined when there is no such member. */
  read: async (memberId: string): Promise<ProfileRow | undefined> => {
    const { rows } = await pool.query<Row>({ name: 'profile-read', text: READ, values: [memberId] })
    return rows[0] && profileFrom(rows[0])
  },
  /** Updates the given fields and marks the credential as stale. */
  update: async (memberId: string, changes: ProfileChanges): Promise<void> => {
    const columns = [
      'display_name',
      'name',
      'organization',
      'title',
      'bio',
      'website_url',
      'phone_endpoint',
      'shared',
    ] as const
    const given = columns.filter((column) => changes[column] !== undefined)
    const names = given.map((column) => `, ${column}`).join('')
    const places = given.map((_, index) => `, $${index + 2}`).join('')
    const sets = given.map((column) => `${column} = excluded.${column}, `).join('')
    await pool.query(
      `insert into app.profile as known (member_id, credential_stale${names}) values ($1, true${places})
       on conflict (member_id) do update set ${sets}credential_stale = true, revision = known.revision + 1`,
      [memberId, ...given.map((column) => changes[column])],
    )
  },
  /** Marks the credential as up to date with `revision`; does nothing when the profile has changed since. */
  settled: async (memberId: string, revision: number): Promise<void> => {
    await pool.query(
      'update app.profile set credential_stale = false where member_id = $1 and revision = $2 and credential_stale',
      [memberId, revision],
    )
  },
  /** Members whose credential is stale. */
  stale: async (limit: number): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ member_id: string }>({
      name: 'profile-stale',
      text: 'select member_id from app.profile where credential_stale order by member_id limit $1',
      values: [limit],
    })
    return rows.map(({ member_id }) => member_id)
  },
})
export type Profiles = ReturnType<typeof createProfiles>
