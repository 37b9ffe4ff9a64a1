import { profileOperations } from '../../api/contract/profile.ts'
import { type BodyInput } from '../../api/contract/operation.ts'
import { changing } from './changing.ts'
import { credentials } from './credentials.ts'
import { answerOf } from './sources.ts'

export const ownProfile = answerOf('profile', profileOperations.getProfile)

export type ProfileChanges = BodyInput<typeof profileOperations.updateProfile>

/** Saves the changed fields and reloads the profile; rejects as `call` does, with nothing changed. */
export const saveProfile = (body: ProfileChanges) =>
  // The server has replaced a credential over the fields shared before by one over those shared now.
  changing(ownProfile, credentials)(profileOperations.updateProfile, { body })

/** Changes the handle and reloads the profile. */
export const changeHandle = (handle: string) =>
  changing(ownProfile)(profileOperations.changeHandle, { body: { handle } })

/** Where all data about the member can be downloaded. */
export const EXPORT_URL = profileOperations.exportIdentityData.path
