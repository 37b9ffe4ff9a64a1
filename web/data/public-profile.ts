import { useCallback } from 'react'
import { Id } from '../../api/contract/fields.ts'
import { profileOperations } from '../../api/contract/profile.ts'
import type { PublicProfile } from '../../api/contract/profile.ts'
import { useAsync } from './use-async.ts'
import { call } from './client.ts'
import { ApiError } from './errors.ts'

/** Result of requesting a public profile. None of it is stored on the visitor's device. */
type PublicProfileView =
  | { readonly state: 'loading' }
  | { readonly state: 'shown'; readonly profile: PublicProfile }
  | { readonly state: 'unknown' }
  | { readonly state: 'left' }
  | { readonly state: 'failed'; readonly error: unknown }

const viewOf = async (id: string, signal: AbortSignal): Promise<PublicProfileView> => {
  if (!Id.safeParse(id).success) return { state: 'unknown' }
  try {
    const { data } = await call(profileOperations.getPublicProfile, { params: { id }, signal })
    return { state: 'shown', profile: data }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { state: 'unknown' }
    if (error instanceof ApiError && error.status === 410) return { state: 'left' }
    return { state: 'failed', error }
  }
}

/** A member's public profile, asked for when the page opens and again on demand. */
export const usePublicProfile = (id: string): PublicProfileView & { readonly retry: () => void } => {
  const { value, again } = useAsync(useCallback((signal) => viewOf(id, signal), [id]))
  return { ...(value ?? { state: 'loading' }), retry: again }
}
