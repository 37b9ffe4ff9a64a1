/** The state of one stream after `revision`, as text; `position` is that event's position in the store. */
export interface Snapshot {
  readonly streamId: string
  readonly revision: bigint
  readonly position: bigint
  /** Increased when the shape of the state or the meaning of its fold changes; other versions are not loaded. */
  readonly schemaVersion: number
  readonly state: string
}

/**
 * Stores at most one snapshot per stream, beside the log and never part of it: any of them may be lost.
 * An older revision never replaces a newer one of the same schema version.
 */
export interface SnapshotStore {
  load(streamId: string, schemaVersion: number): Promise<Snapshot | null>
  save(snapshot: Snapshot): Promise<void>
}
