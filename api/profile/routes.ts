import { toString as drawQr } from 'qrcode'
import { operations } from '../contract/operations.ts'
import type { Profile } from '../contract/profile.ts'
import type { CredentialRows } from '../credentials/credential-rows.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { HttpError } from '../http/errors.ts'
import type { Logger } from '../logging/logger.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { changeHandle } from './handle-change.ts'
import { phoneOf } from './phone.ts'
import { faultSentence, nameFault } from '../identity/names.ts'
import type { ProfileRow, Profiles } from '../identity/profiles.ts'
import { profileView, publicView } from './views.ts'
import type { Platform } from '../platform.ts'

/** Dependencies of the routes of the profile. */
interface ProfileArea extends Pick<Platform, 'pool' | 'members' | 'clock' | 'formerMembers' | 'standings'> {
  readonly publicUrl: string
  readonly profiles: Profiles
  readonly credentials: Pick<Credentials, 'refreshProfile'>
  readonly rows: Pick<CredentialRows, 'newest'>
  /** Whether the account is closed or being closed. */
  readonly isClosed: (memberId: string) => Promise<boolean>
}

const notFound = () => new HttpError(404, 'profile_not_found', 'There is no such profile.')

const own = async ({ profiles }: ProfileArea, memberId: string): Promise<ProfileRow> => {
  const row = await profiles.read(memberId)
  if (!row) throw new HttpError(401, 'not_signed_in', 'Please sign in.')
  return row
}

/** The member's own profile, as they are shown it. */
const shownTo = async (area: ProfileArea, memberId: string): Promise<Profile> => {
  const [row, { state }] = await Promise.all([own(area, memberId), area.standings.standingOf(memberId)])
  return profileView(row, state, area.publicUrl, area.clock())
}

const NAMES = {
  display_name: ['The display name', 'person'],
  name: ['The full name', 'person'],
  organization: ['The organization', 'organization'],
  title: ['The title', 'organization'],
} as const

/** @throws {HttpError} 422 a name that passes for somebody else's, by field */
const assertNames = (changes: {
  readonly [Field in keyof typeof NAMES]?: string | null | undefined
}): void => {
  const fields = new Map<string, string>()
  for (const field of ['display_name', 'name', 'organization', 'title'] as const) {
    const [what, kind] = NAMES[field]
    const fault = nameFault(changes[field] ?? '', kind)
    if (fault) fields.set(field, faultSentence(what, fault))
  }
  const [sentence] = fields.values()
  if (sentence !== undefined)
    throw new HttpError(422, 'name_refused', sentence, { fields: Object.fromEntries(fields) })
}

/** The profile after a change, with its credential reissued; if that fails, the background process does it. */
const changed = async (area: ProfileArea, memberId: string, log: Logger): Promise<Profile> => {
  try {
    await area.credentials.refreshProfile(memberId)
  } catch (error) {
    log.warn({ err: error }, 'A profile changed; the process will renew its credential')
  }
  return shownTo(area, memberId)
}

const registerOwn = (api: ApiRouter, area: ProfileArea): void => {
  registerOperation(api, operations.getProfile, async ({ member }) => shownTo(area, member.id))
  registerOperation(api, operations.updateProfile, async ({ member, body, ctx }) => {
    await own(area, member.id)
    const { phone_endpoint: phone, ...changes } = body
    assertNames(changes)
    await area.profiles.update(member.id, {
      ...changes,
      ...(phone !== undefined && { phone_endpoint: phone === null ? null : phoneOf(phone) }),
    })
    return changed(area, member.id, ctx.state.log)
  })
  registerOperation(
    api,
    operations.changeHandle,
    async ({ member, body, ctx }) => {
      await own(area, member.id)
      await changeHandle(area, member.id, body.handle)
      return changed(area, member.id, ctx.state.log)
    },
    // Limited because each attempt reveals whether a handle is taken.
    { limit: api.limits.lookup },
  )
}

const registerSharing = (api: ApiRouter, area: ProfileArea): void => {
  registerOperation(api, operations.getProfileQr, async ({ member, params }) => {
    if (params.id !== member.id) throw notFound()
    const { display_name, name, handle, public_url: url } = await shownTo(area, member.id)
    const svg = await drawQr(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
    return {
      qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      profile: { name: display_name ?? name ?? handle, url },
    }
  })
  registerOperation(
    api,
    operations.getPublicProfile,
    async ({ params: { id } }) => {
      if (await area.isClosed(id)) throw new HttpError(410, 'member_gone', 'This member has left Youtility.')
      const row = await area.profiles.read(id)
      if (!row) throw notFound()
      return publicView(row, await area.rows.newest(id, 'ProfileCredential'))
    },
    { limit: api.limits.lookup },
  )
}

/** Registers the routes of a member's own profile and of public profiles. */
export const registerProfile = (api: ApiRouter, area: ProfileArea): void => {
  registerOwn(api, area)
  registerSharing(api, area)
}
