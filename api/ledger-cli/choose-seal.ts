import { verifyCheckpoint } from '../../events/proof/verify-checkpoint.ts'
import { NotProven, Unanswered } from './failure.ts'
import type { GivenKeys } from './given-keys.ts'
import type { Seal, Seals } from './sealed-tree.ts'

/**
 * The newest checkpoint of more than `index` events that "verify" would accept with these keys: of those that a witness
 * has signed first. Null when a key is to sign the log as it is.
 * @throws {NotProven} when these keys have signed none of them
 * @throws {Unanswered} when none has the signatures of witnesses that are needed
 */
export const chooseSeal = async (
  { newest, cosigned, signer }: Seals,
  keys: GivenKeys,
  index = -1,
): Promise<Seal | null> => {
  if (signer) return null
  const all = newest ? [...cosigned, newest] : cosigned
  let why: string | null = null
  let isSigned = false
  for (const seal of all.filter(({ checkpoint }) => checkpoint.size > index)) {
    const verdict = await verifyCheckpoint(seal.note, keys)
    if (verdict.kind === 'unsigned') why ??= verdict.why
    else if (verdict.check.state !== 'failed') return seal
    else isSigned = true
  }
  if (why !== null && !isSigned) throw new NotProven(why)
  throw new Unanswered(
    'No checkpoint has the signatures of witnesses that are needed: let them sign first, or say with --require-witness 0 that none is needed' +
      (why === null ? '' : `. Some are by no key that is given: ${why}`),
  )
}
