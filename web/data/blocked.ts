import { blockedOperations } from '../../api/contract/blocked.ts'
import { call } from './client.ts'
import { refreshDocument } from './refresh.ts'
import { fieldOf } from './sources.ts'
import { refreshWatched } from './watched.ts'

/** Whom the member has blocked, the latest first. */
export const blockedMembers = fieldOf('blocked-members', blockedOperations.listBlockedMembers, 'blocked')

/** What the blocked have asked is not shown any more, or again. */
const again = () => Promise.all([refreshDocument(blockedMembers), refreshWatched()])

/** `handle`: with or without @. */
export const blockMember = async (handle: string): Promise<void> => {
  await call(blockedOperations.blockMember, { body: { identifier: handle } })
  await again()
}

export const unblockMember = async (id: string): Promise<void> => {
  await call(blockedOperations.unblockMember, { params: { id } })
  await again()
}
