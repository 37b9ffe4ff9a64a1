import { toBase64, toUtf8 } from '../../events/proof/byte-text.ts'
import { formatCheckpoint } from '../../events/proof/checkpoint.ts'
import { createMerkleTree } from '../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { makeNoteKeys, readSignerKey } from '../../events/proof/note-keys.ts'
import { formatNote, signNote } from '../../events/proof/signed-note.ts'
import type { LogClient } from '../../api/witness/log-client.ts'

/** An in-memory log with its own key; it can be given any history, true or false. */
export const createFakeLog = async (name = 'log.example/test') => {
  const { signerKey, verifierKey } = await makeNoteKeys(name)
  const signer = await readSignerKey(signerKey)
  const grow = (leaves: readonly string[]) => {
    const tree = createMerkleTree(nodeSha256)
    for (const leaf of leaves) tree.append(toUtf8(leaf))
    return tree
  }
  let leaves: string[] = []
  const delivered: string[] = []
  const checkpoint = async (size?: number): Promise<string> => {
    const tree = grow(leaves)
    const text = formatCheckpoint({
      origin: name,
      size: size ?? tree.size(),
      root: tree.root(size),
      extensions: [],
    })
    return formatNote(await signNote(text, signer))
  }
  const client: LogClient = {
    checkpoint: () => checkpoint(),
    keys: async () => ({ log: verifierKey, former: [], witnesses: [] }),
    consistency: async (first, second) => grow(leaves).consistencyProof(first, second).map(toBase64),
    deliver: async (note) => void delivered.push(note),
  }
  return {
    verifierKey,
    signer,
    client,
    checkpoint,
    delivered,
    /** Replaces the log's leaves, whether or not the new ones continue the old. */
    become: (history: readonly string[]) => {
      leaves = [...history]
    },
  }
}
export type FakeLog = Awaited<ReturnType<typeof createFakeLog>>
