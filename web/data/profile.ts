import { profileOperations } from '../../api/contract/profile.ts'
import { type BodyInput } from '../../api/contract/operation.ts'
import { call } from './client.ts'
import { credentials } from './credentials.ts'
import { refreshDocument } from './refresh.ts'
import { answerOf } from './sources.ts'

export const ownProfile = answerOf('profile', profileOperations.getProfile)

export type ProfileChanges = BodyInput<typeof profileOperations.updateProfile>

/** Saves the changed fields and reloads the profile; rejects as `call` does, with nothing changed. */
export const saveProfile = async (body: ProfileChanges): Promise<void> => {
  await call(profileOperations.updateProfile, { body })
  // The server has replaced a credential over the fields shared before by one over those shared now.
  await Promise.all([refreshDocument(ownProfile), refreshDocument(credentials)])
}

/** Changes the handle and reloads the profile. */
export const changeHandle = async (handle: string): Promise<void> => {
  await call(profileOperations.changeHandle, { body: { handle } })
  await refreshDocument(ownProfile)
}

/** Where all data about the member can be downloaded. */
export const EXPORT_URL = profileOperations.exportIdentityData.path
