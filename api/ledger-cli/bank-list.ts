import { linesIn } from '../contract/given-text.ts'
import type { BankTransaction } from '../withdrawals/paying-bank.ts'
import { UsageError } from './failure.ts'

export const KINDS: readonly BankTransaction['kind'][] = [
  'ach-out',
  'instant-out',
  'returned',
  'ach-in',
  'instant-in',
  'sent-back',
  'interest',
  'fee',
  'micro',
  'moved',
  'other',
]
const LINE = /^([^,]+),([^,]+),(-?\d+),([^,]+),([^,]*)$/

/**
 * The transactions of a bank's own list, one on a line; `name` is how errors call it.
 * @throws {UsageError} a line is not `id,time,cents,kind,reference`
 */
export const bankListIn = (text: string, name: string): readonly BankTransaction[] =>
  linesIn(text)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('id,'))
    .map((line) => {
      const [, id, time, cents, kindText, reference] = LINE.exec(line) ?? []
      const at = new Date(time ?? '')
      const kind = KINDS.find((one) => one === kindText)
      if (id === undefined || cents === undefined || kind === undefined || Number.isNaN(at.getTime()))
        throw new UsageError(`This line of ${name} is not id,time,cents,kind,reference: ${line}`)
      return { id, at, amountMinor: BigInt(cents), kind, reference: reference || null }
    })
