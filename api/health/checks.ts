/** The outcome of one check; `detail` says what is wrong. */
export interface CheckResult {
  readonly ok: boolean
  readonly detail?: string
}

/** Checks by name. */
export type HealthChecks = Readonly<Record<string, () => Promise<CheckResult>>>

/** The outcome of each check. */
export interface Checked {
  readonly ok: boolean
  readonly all: Readonly<Record<string, CheckResult>>
}

const TIMEOUT_MS = 2_000

const outcomeOf = async (check: () => Promise<CheckResult>): Promise<CheckResult> => {
  const slow = Promise.withResolvers<CheckResult>()
  const timer = setTimeout(() => {
    // A busy process reads the answer, which may have come in time, only after its timers have run.
    setImmediate(() => slow.resolve({ ok: false, detail: 'no answer in time' }))
  }, TIMEOUT_MS)
  try {
    return await Promise.race([check(), slow.promise])
  } catch {
    return { ok: false, detail: 'failed' }
  } finally {
    clearTimeout(timer)
  }
}

/** Runs all checks at the same time; those who ask meanwhile share the outcome. */
export const createChecking = (checks: HealthChecks): (() => Promise<Checked>) => {
  let running: Promise<Checked> | null = null
  const check = async (): Promise<Checked> => {
    const outcomes = await Promise.all(
      Object.entries(checks).map(async ([name, one]) => [name, await outcomeOf(one)] as const),
    )
    return { ok: outcomes.every(([, { ok }]) => ok), all: Object.fromEntries(outcomes) }
  }
  return () => (running ??= check().finally(() => (running = null)))
}
