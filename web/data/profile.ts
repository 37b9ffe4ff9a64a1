import { profileOperations } from '../../api/contract/profile.ts'
import { type BodyInput } from '../../api/contract/operation.ts'
import { call } from './client.ts'
import { credentials } from './credentials.ts'
import { refreshDocument } from './refresh.ts'
import { answerOf } from './sources.ts'

/** The signed-in member's own profile. */
export const ownProfile = answerOf('profile', profileOperations.getProfile)

export type ProfileChanges = BodyInput<typeof profileOperations.updateProfile>

/** Saves what was changed and reloads the profile; rejects as `call` does, with nothing changed. */
export const saveProfile = async (body: ProfileChanges): Promise<void> => {
  await call(profileOperations.updateProfile, { body })
  // A credential over what was shared has been replaced by one over what is shared now.
  await Promise.all([refreshDocument(ownProfile), refreshDocument(credentials)])
}

/** Takes another handle and reloads the profile. */
export const changeHandle = async (handle: string): Promise<void> => {
  await call(profileOperations.changeHandle, { body: { handle } })
  await refreshDocument(ownProfile)
}

/** Where everything that is kept about the member can be downloaded. */
export const EXPORT_URL = profileOperations.exportIdentityData.path
