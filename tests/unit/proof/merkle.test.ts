import { RFC9162 } from '@transmute/rfc9162'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex, toUtf8 } from '../../../events/proof/byte-text.ts'
import { createFrontier } from '../../../events/proof/frontier.ts'
import { leafInput, nodeInput, webSha256, type Bytes } from '../../../events/proof/hashing.ts'
import { createMerkleTree } from '../../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import { verifyConsistency, verifyInclusion } from '../../../events/proof/verify.ts'

const treeOf = (leaves: readonly Bytes[]) => {
  const tree = createMerkleTree(nodeSha256)
  for (const leaf of leaves) tree.append(leaf)
  return tree
}

const leavesOf = (size: number): Bytes[] => Array.from({ length: size }, (_, i) => toUtf8(`event ${i}`))

/** The tree hash, implemented literally from its definition in RFC 6962, 2.1. */
const treeHash = (leaves: readonly Bytes[]): Bytes => {
  const [first] = leaves
  if (!first) return nodeSha256(new Uint8Array())
  if (leaves.length === 1) return nodeSha256(leafInput(first))
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return nodeSha256(nodeInput(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k))))
}

const flipped = (bytes: Bytes, bit: number): Bytes => {
  const copy = bytes.slice()
  const at = Math.floor(bit / 8) % copy.length
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8))
  return copy
}

const sizes = fc
  .integer({ min: 1, max: 300 })
  .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size })))

/** The well-known vectors of Certificate Transparency's reference tests. */
const VECTOR_LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(fromHex)
const VECTOR_ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

describe('RFC 6962 test vectors', () => {
  const tree = treeOf(VECTOR_LEAVES)

  it('gives the roots of all sizes', () => {
    expect(VECTOR_ROOTS.map((_, size) => toHex(tree.root(size)))).toEqual(VECTOR_ROOTS)
  })

  it('gives the inclusion proofs', () => {
    expect(tree.inclusionProof(0, 8).map(toHex)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(tree.inclusionProof(1, 5).map(toHex)).toEqual([
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ])
  })

  it('gives the consistency proofs', () => {
    expect(tree.consistencyProof(1, 8).map(toHex)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(tree.consistencyProof(6, 8).map(toHex)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
  })
})

describe('a tree of any size', () => {
  it('has the root that the definition gives, as has the frontier', () => {
    const leaves = leavesOf(130)
    const tree = createMerkleTree(nodeSha256)
    const frontier = createFrontier(nodeSha256)
    leaves.forEach((leaf, i) => {
      tree.append(leaf)
      frontier.append(leaf)
      const root = toHex(treeHash(leaves.slice(0, i + 1)))
      expect(toHex(tree.root())).toBe(root)
      expect(toHex(frontier.root())).toBe(root)
    })
    expect(toHex(tree.root(77))).toBe(toHex(treeHash(leaves.slice(0, 77))))
  })

  it('proves every leaf of it, by WebCrypto, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), async ([size, place], bit) => {
        const leaves = leavesOf(size)
        const tree = treeOf(leaves)
        const index = place - 1
        const data = leaves[index] ?? new Uint8Array()
        const claim = { data, index, size, root: tree.root(), path: tree.inclusionProof(index) }
        expect(await verifyInclusion(claim, webSha256)).toEqual({ ok: true })
        const wrong = [
          { ...claim, data: flipped(data, bit) },
          { ...claim, root: flipped(claim.root, bit) },
          { ...claim, path: [...claim.path, claim.root] },
          ...claim.path.map((hash, i) => ({ ...claim, path: claim.path.with(i, flipped(hash, bit)) })),
          ...(size > 1
            ? [
                { ...claim, index: (index + 1) % size },
                { ...claim, path: claim.path.slice(1) },
              ]
            : []),
          ...(size > 1 ? [{ ...claim, path: claim.path.slice(0, -1) }] : []),
        ]
        for (const one of wrong) expect(await verifyInclusion(one, nodeSha256)).toMatchObject({ ok: false })
      }),
      { numRuns: 150 },
    )
  })

  it('proves each older tree its beginning, and no other tree', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), async ([size, older], bit) => {
        const tree = treeOf(leavesOf(size))
        const claim = {
          first: { size: older, root: tree.root(older) },
          second: { size, root: tree.root() },
          path: tree.consistencyProof(older),
        }
        expect(await verifyConsistency(claim, nodeSha256)).toEqual({ ok: true })
        const forked = treeOf(leavesOf(older).with(bit % older, toUtf8('another')))
        const wrong = [
          { ...claim, first: { size: older, root: forked.root() } },
          { ...claim, second: { size, root: flipped(claim.second.root, bit) } },
          { ...claim, path: [...claim.path, claim.second.root] },
          ...claim.path.map((hash, i) => ({ ...claim, path: claim.path.with(i, flipped(hash, bit)) })),
          ...(claim.path.length > 0 ? [{ ...claim, path: claim.path.slice(0, -1) }] : []),
        ]
        for (const one of wrong) expect(await verifyConsistency(one, nodeSha256)).toMatchObject({ ok: false })
      }),
      { numRuns: 150 },
    )
  })
})

describe('what proves nothing', () => {
  const tree = treeOf(leavesOf(5))
  const root = tree.root()

  it('is not made', () => {
    expect(() => tree.consistencyProof(0)).toThrow(RangeError)
    expect(() => tree.consistencyProof(6)).toThrow(RangeError)
    expect(() => tree.inclusionProof(5)).toThrow(RangeError)
    expect(() => tree.inclusionProof(0, 0)).toThrow(RangeError)
    expect(() => tree.inclusionProof(0.5)).toThrow(RangeError)
    expect(() => tree.root(6)).toThrow(RangeError)
  })

  it('is refused', async () => {
    const empty = { size: 0, root: nodeSha256(new Uint8Array()) }
    const second = { size: 5, root }
    const no = { ok: false }
    expect(await verifyConsistency({ first: empty, second, path: [] }, nodeSha256)).toMatchObject(no)
    expect(await verifyConsistency({ first: empty, second: empty, path: [] }, nodeSha256)).toMatchObject(no)
    expect(await verifyConsistency({ first: second, second: empty, path: [] }, nodeSha256)).toMatchObject(no)
    expect(await verifyConsistency({ first: { size: 4, root }, second, path: [] }, nodeSha256)).toMatchObject(
      no,
    )
    const data = toUtf8('event 0')
    expect(await verifyInclusion({ data, index: 0, size: 0, root, path: [] }, nodeSha256)).toMatchObject(no)
    expect(await verifyInclusion({ data, index: -1, size: 5, root, path: [] }, nodeSha256)).toMatchObject(no)
    const short = root.slice(1)
    expect(
      await verifyInclusion({ data, index: 0, size: 1, root: short, path: [] }, nodeSha256),
    ).toMatchObject(no)
  })
})

/**
 * If the older tree is complete, @transmute/rfc9162 includes its root at the start of the consistency path. In
 * RFC 9162, 2.1.4.2 (2) the verifier adds it.
 */
const isPowerOfTwo = (n: number) => Number.isInteger(Math.log2(n))

describe('an independent implementation, @transmute/rfc9162', () => {
  it('accepts our proofs, and we accept its', async () => {
    for (const size of [1, 2, 3, 4, 5, 7, 8, 9, 16, 21, 33]) {
      const leaves = leavesOf(size)
      const tree = treeOf(leaves)
      expect(toHex(tree.root())).toBe(RFC9162.binToHex(await RFC9162.treeHead(leaves)))
      for (const [index, data] of leaves.entries()) {
        const theirs = await RFC9162.inclusionProof(data, leaves)
        const path = tree.inclusionProof(index)
        expect(path.map(toHex)).toEqual(theirs.inclusion_path.map((hash) => toHex(Uint8Array.from(hash))))
        const leaf = await RFC9162.leaf(data)
        const proof = { log_id: '', tree_size: size, leaf_index: index, inclusion_path: [...path] }
        expect(await RFC9162.verifyInclusionProof(tree.root(), leaf, proof)).toBe(true)

        const first = index + 1
        if (first === size) continue
        const root = tree.root(first)
        const own = tree.consistencyProof(first)
        const consistency = {
          log_id: '',
          tree_size_1: first,
          tree_size_2: size,
          consistency_path: isPowerOfTwo(first) ? [root, ...own] : [...own],
        }
        expect(await RFC9162.verifyConsistencyProof(root, tree.root(), consistency)).toBe(true)
        const older = { log_id: '', tree_size: first, leaf_index: 0, inclusion_path: [] }
        const given = (await RFC9162.consistencyProof(older, leaves)).consistency_path
        const claim = {
          first: { size: first, root },
          second: { size, root: tree.root() },
          path: given.slice(isPowerOfTwo(first) ? 1 : 0).map((hash) => Uint8Array.from(hash)),
        }
        expect(await verifyConsistency(claim, webSha256)).toEqual({ ok: true })
      }
    }
  })
})
