/**
 * How large the tests of a run are. `npm test` and `npm run test:full` are small and the same every time;
 * `npm run test:long` does everything at full size with new seeds. Set `TEST_SEED` to repeat a seed that failed.
 */
const IS_LONG = process.env['TEST_LONG'] === '1'

export const sized = <T>({ gate, long }: { gate: T; long: T }): T => (IS_LONG ? long : gate)

const GATE_SEED = 20_261_122

/** The seed of this run; the test puts it into its name or message. */
export const SEED: number = Number(
  process.env['TEST_SEED'] ?? (IS_LONG ? Math.floor(Math.random() * 2 ** 31) : GATE_SEED),
)
