import { canonicalEvent } from '../../events/proof/canonical-event.ts'
import type { Journal } from './journal.ts'

const COLUMNS = 'position,time,stream,revision,event,type,account,currency,minor,balance_minor'

/** A line for each posting, amounts in minor units. Nothing in it needs quotes: ids, names and numbers. */
export const csvJournal = (): Journal => ({
  begin: (opening) => {
    const lines = (opening?.balances ?? []).map(
      ({ account, currency, minor }) =>
        `,${opening?.time},,,,opening balance,${account},${currency},${minor},${minor}\n`,
    )
    return `${COLUMNS}\n${lines.join('')}`
  },
  entry: ({ recorded, time, postings }) =>
    postings
      .map(({ account, currency, minor, balance }) =>
        [recorded.position, time, recorded.streamId, recorded.revision, recorded.id, recorded.type]
          .concat(account, currency, minor, balance)
          .join(','),
      )
      .map((line) => `${line}\n`)
      .join(''),
  end: () => '',
})

/** Every event, money or not: each line, without its newline, is byte for byte a leaf of the Merkle log. */
export const jsonlJournal = (): Journal => ({
  begin: () => '',
  entry: ({ recorded }) => `${canonicalEvent(recorded)}\n`,
  end: () => '',
})
