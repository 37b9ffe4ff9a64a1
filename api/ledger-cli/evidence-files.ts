import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { createLineReader, readText } from '../../events/proof/text-lines.ts'
import { hasCode, messageOf } from '../../events/thrown.ts'
import { NotProven } from './failure.ts'

/** A fault of the file's content is a finding; that it cannot be read is none. */
const asFinding = (file: string, thrown: unknown): unknown => {
  if (hasCode(thrown, 'EISDIR')) return new NotProven(`${file} is a folder, not a file`, { cause: thrown })
  const isOfSystem = thrown instanceof NotProven || (thrown instanceof Error && 'syscall' in thrown)
  return isOfSystem ? thrown : new NotProven(`${file}: ${messageOf(thrown)}`, { cause: thrown })
}

/** The text of a file of evidence. @throws {NotProven} when it is not UTF-8, or a folder */
export const textOf = (file: string): string => {
  try {
    return readText(Uint8Array.from(readFileSync(file)))
  } catch (error) {
    throw asFinding(file, error)
  }
}

/** The lines of a file of evidence, read piece by piece. @throws {NotProven} when it is not UTF-8, or a folder */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const { push, end } = createLineReader()
  try {
    for await (const piece of createReadStream(file)) yield* push(piece)
    yield* end()
  } catch (error) {
    throw asFinding(file, error)
  }
}

/** The SHA-256 of a file of evidence, in hexadecimal digits. @throws {NotProven} when it is a folder */
export const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(file)) hash.update(piece)
  } catch (error) {
    throw asFinding(file, error)
  }
  return hash.digest('hex')
}
