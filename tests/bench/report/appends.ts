import { passes, type GateResult } from '../appends/gate.ts'
import { CELLS, CONTENDERS, type AppendsResult, type ContenderName } from '../appends/run.ts'
import { ms, ratio, table, whole } from './table.ts'

const gateRow = (name: ContenderName, gate: GateResult): string[] => [
  name,
  whole(gate.stored),
  whole(gate.delivered),
  whole(gate.lost),
  whole(gate.repeated),
  whole(gate.outOfOrder),
  gate.reachedHead ? 'yes' : 'no',
  passes(gate) ? 'pass' : 'FAIL',
]

const gateTable = (result: AppendsResult): string =>
  table(
    ['store', 'stored', 'delivered', 'lost', 'repeated', 'out of order', 'reached head', 'gate'],
    CONTENDERS.map((name) => gateRow(name, result.gates[name])),
    1,
  )

const cellRows = (result: AppendsResult): string[][] =>
  CELLS.flatMap(({ title }, index) => {
    const rates = (name: ContenderName) => result.cells[name][index]?.perSecond ?? Number.NaN
    const best = Math.max(...CONTENDERS.filter((name) => name !== 'ours').map(rates))
    return CONTENDERS.map((name) => {
      const cell = result.cells[name][index]
      return [
        title,
        name,
        whole(cell?.perSecond ?? Number.NaN),
        `${whole(cell?.lowest ?? Number.NaN)} to ${whole(cell?.highest ?? Number.NaN)}`,
        ms(cell?.p50Ms ?? Number.NaN),
        ms(cell?.p99Ms ?? Number.NaN),
        name === 'ours' ? ratio(rates('ours'), best) : '',
      ]
    })
  })

export const appendsReport = (result: AppendsResult): string =>
  [
    '## Correctness gate: 32 writers, each store with its own live consumer',
    '',
    gateTable(result),
    '',
    'A store passes when its consumer reached the head and lost nothing. Repeats and order are shown, not judged:',
    'emmett orders by transaction first and delivers at least once. Ours promises each event once, in the order of',
    'positions, and the run fails when it does not keep that.',
    '',
    '## Appends: one event of about 300 bytes, durable before it is acknowledged',
    '',
    table(
      ['appends', 'store', 'per second', 'spread', 'p50 ms', 'p99 ms', 'ours / best peer'],
      cellRows(result),
      2,
    ),
    '',
    'Every append opens a stream of its own, except in the last group. There ours checks the exact revision',
    'of every append, message-db checks none, and emmett checks none but still conflicts and is tried again.',
    'message-db has an order within one category only, so all its streams are in one. Ours gathers concurrent',
    'appends into one commit: that helps under concurrency only, not at 1 in flight.',
  ].join('\n')
