import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  adoptCluster,
  checkAlone,
  checkCluster,
  growCluster,
  leaveCluster,
} from '../../../api/commands/eventstore-volumes.ts'

let scratch: string
let nodes: readonly string[]
beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'youtility-nodes-'))
  nodes = ['1', '2', '3'].map((name) => path.join(scratch, name))
  for (const folder of nodes) mkdirSync(folder)
})
afterEach(() => rmSync(scratch, { recursive: true }))

const node = (at: number): string => nodes[at - 1] ?? ''

/** A log of so many bytes, with the files that a server leaves. */
const fill = (folder: string, bytes: bigint, text = 'events'): void => {
  const checkpoint = Buffer.alloc(8)
  checkpoint.writeBigInt64LE(bytes)
  for (const name of ['writer.chk', 'chaser.chk', 'truncate.chk'])
    writeFileSync(path.join(folder, name), checkpoint)
  mkdirSync(path.join(folder, 'index'), { recursive: true })
  writeFileSync(path.join(folder, 'index', 'indexmap'), text)
  writeFileSync(path.join(folder, 'chunk-000000.000000'), text)
}

describe('a cluster of EventStoreDB', () => {
  it('does not start beside a node with the log while the others are empty: they would erase it', () => {
    fill(node(1), 917_936n)
    expect(() => checkCluster(nodes)).toThrow(/node 1 has 917936 bytes, node 2 is empty.*cluster grow/s)
  })

  it('grows from one node: then all have its log, and it starts', async () => {
    fill(node(1), 917_936n, 'money')
    await growCluster(nodes)
    for (const folder of nodes)
      expect(readFileSync(path.join(folder, 'chunk-000000.000000'), 'utf8')).toBe('money')
    expect(() => checkCluster(nodes)).not.toThrow()
    await expect(growCluster(nodes)).rejects.toThrow(/one cluster already/)
  })

  it('does not grow over another log, nor from none', async () => {
    await expect(growCluster(nodes)).rejects.toThrow(/first node has no log/)
    fill(node(1), 10n)
    fill(node(3), 20n, 'others')
    await expect(growCluster(nodes)).rejects.toThrow(/Node 3 has a log of its own \(20 bytes/)
    expect(readFileSync(path.join(node(3), 'chunk-000000.000000'), 'utf8')).toBe('others')
  })

  it('that was broken off while it grew does not start, and grows when asked again', async () => {
    fill(node(1), 10n, 'money')
    writeFileSync(path.join(node(2), 'youtility-growing'), '')
    fill(node(2), 10n, 'mon')
    expect(() => checkCluster(nodes)).toThrow(/not those of one cluster/)
    await growCluster(nodes)
    expect(readFileSync(path.join(node(2), 'chunk-000000.000000'), 'utf8')).toBe('money')
    expect(() => checkCluster(nodes)).not.toThrow()
  })

  it('that is new starts with three empty nodes, and goes on when one has lost its volume, not two', () => {
    checkCluster(nodes)
    for (const folder of nodes) fill(folder, 10n)
    checkCluster(nodes)
    const lose = (at: number) => {
      rmSync(node(at), { recursive: true })
      mkdirSync(node(at))
    }
    lose(2)
    checkCluster(nodes)
    lose(2)
    lose(3)
    expect(() => checkCluster(nodes)).toThrow(/Most nodes of the cluster are empty/)
  })

  it('is not joined by a node that went on alone: the others have an old copy', async () => {
    fill(node(1), 10n)
    await growCluster(nodes)
    expect(() => checkAlone(node(1))).toThrow(/one node of a cluster.*cluster leave/s)
    leaveCluster(nodes)
    checkAlone(node(1))
    fill(node(1), 50n)
    expect(() => checkCluster(nodes)).toThrow(/not those of one cluster/)
  })

  it('is not left by a node that lacks what another has', async () => {
    fill(node(1), 10n)
    await growCluster(nodes)
    fill(node(2), 12n)
    expect(() => leaveCluster(nodes)).toThrow(/first node lacks what another has/)
    expect(() => checkAlone(node(1))).toThrow()
  })

  it('of an earlier release is adopted, unless only one node has the end of its log', () => {
    for (const folder of nodes) fill(folder, 10n)
    fill(node(1), 12n)
    expect(() => checkCluster(nodes)).toThrow(/not those of one cluster/)
    expect(() => adoptCluster(nodes)).toThrow(/Only one node has the end of the log/)
    fill(node(3), 12n)
    adoptCluster(nodes)
    expect(() => checkCluster(nodes)).not.toThrow()
    expect(() => adoptCluster(nodes)).toThrow(/not three nodes of an earlier release/)
  })
})
