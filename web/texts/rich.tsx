import { Fragment, type ReactNode } from 'react'
import type { Given } from '../../api/contract/texts.ts'
import { isolatedValue } from '../../api/contract/text-direction.ts'
import { formatText } from './texts.ts'

/** Private-use characters: no text contains them. */
const OPEN = '\uE000'
const CLOSE = '\uE001'

/** A text whose placeholders are elements: `rich('{amount} available', { amount: <Money … /> })`. */
export const rich = <const M extends string>(message: M, ...[values]: Given<M, ReactNode>): ReactNode => {
  const elements = new Map<string, ReactNode>(Object.entries(values ?? {}))
  const marks = Object.fromEntries(
    [...elements].map(([name, value]) => [
      name,
      typeof value === 'number' ? value : `${OPEN}${name}${CLOSE}`,
    ]),
  )
  const parts = formatText(message, marks).split(new RegExp(`${OPEN}(\\w+)${CLOSE}`))
  // Every second part is the name of a placeholder. The others are elements too, because a translator of pages replaces
  // bare texts, before which React then cannot put an element that changes.
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part !== '' && <span key={index}>{part}</span>
    ) : (
      <Fragment key={index}>{isolatedValue(elements.get(part))}</Fragment>
    ),
  )
}
