import { createHash, type Hash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { BUNDLE } from './bundle-files.ts'

/** Writes files below a folder and collects their hashes. */
export const createBundleWriter = (dir: string) => {
  const sums = new Map<string, string>()
  const open = (name: string) => {
    const full = path.join(dir, name)
    mkdirSync(path.dirname(full), { recursive: true })
    const descriptor = openSync(full, 'wx')
    const hash: Hash = createHash('sha256')
    return {
      write: (text: string): void => {
        writeSync(descriptor, text)
        hash.update(text)
      },
      end: (): void => {
        closeSync(descriptor)
        sums.set(name, hash.digest('hex'))
      },
    }
  }
  return {
    open,
    write: (name: string, text: string): void => {
      const file = open(name)
      file.write(text)
      file.end()
    },
    finish: (): number => {
      const lines = [...sums].map(([name, sum]) => `${sum}  ${name}\n`)
      open(BUNDLE.sums).write(lines.join(''))
      return sums.size + 1
    },
  }
}
export type BundleWriter = ReturnType<typeof createBundleWriter>
