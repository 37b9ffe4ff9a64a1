import { canonicalBytes } from '../../events/proof/canonical-event.ts'
import { leafInput, type Bytes } from '../../events/proof/hashing.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'

/** The hash of an event as a leaf of the Merkle log (RFC 6962, 2.1). */
export const leafHash = (event: RecordedEvent): Bytes => nodeSha256(leafInput(canonicalBytes(event)))
