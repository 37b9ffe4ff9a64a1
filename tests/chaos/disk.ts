import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

/** A disk of its own for a database, so that it can be filled. */
export interface SmallDisk {
  readonly dir: string
  /** False where this user may not mount: then nothing fills it. */
  readonly limited: boolean
  /** Leaves no byte free. */
  readonly fill: () => void
  readonly free: () => void
  readonly remove: () => void
}

/** Much more than a run writes in its hour: WAL is kept below 128 MB. */
const SIZE = '1g'
const BLOCK = Buffer.alloc(2 ** 20)

const mount = (dir: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', dir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Writes blocks, then bytes, until the disk takes no more. */
const writeAll = (file: number): void => {
  for (const size of [BLOCK.length, 4_096, 1])
    try {
      for (;;) writeSync(file, BLOCK, 0, size)
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== 'ENOSPC') throw error
    }
}

/** Mounts a small file system in memory at this folder; without the right to mount, it is an ordinary folder. */
export const createSmallDisk = (dir: string): SmallDisk => {
  mkdirSync(dir, { recursive: true })
  const limited = mount(dir)
  const ballast = path.join(dir, 'ballast')
  return {
    dir,
    limited,
    fill: () => {
      if (!limited) throw new Error('Only a disk of its own may be filled')
      const file = openSync(ballast, 'w')
      try {
        writeAll(file)
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => {
      if (limited) execFileSync('umount', ['-l', dir], { stdio: 'ignore' })
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
