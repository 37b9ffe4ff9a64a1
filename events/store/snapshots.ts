/** The state of one stream after `revision`, as text; `position` is that event's position in the store. */
export interface Snapshot {
  readonly streamId: string
  readonly revision: bigint
  readonly position: bigint
  /** Grows with the shape of the state and the meaning of its fold; other versions are not loaded. */
  readonly schemaVersion: number
  readonly state: string
}

/**
 * Keeps at most one snapshot a stream, beside the log and never part of it: any of them may vanish.
 * An older revision never replaces a newer one of the same schema version.
 */
export interface SnapshotStore {
  load(streamId: string, schemaVersion: number): Promise<Snapshot | null>
  save(snapshot: Snapshot): Promise<void>
}
