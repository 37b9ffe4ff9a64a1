import type { SnapshotPlace } from '../../events/store/stream-commands.ts'

/** Every stream is read whole. */
export const NO_SNAPSHOTS: SnapshotPlace = {
  store: { load: async () => null, save: async () => {} },
  onError: (error) => {
    throw error
  },
}
