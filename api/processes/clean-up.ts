/** Shutdown steps, run in reverse order, even when the start fails halfway. */
export interface CleanUp {
  readonly defer: (step: () => Promise<unknown>) => void
  /**
   * Runs every step, whether or not an earlier one failed.
   * @throws what failed: the only error, or an `AggregateError` of all
   */
  readonly run: () => Promise<void>
}

export const createCleanUp = (): CleanUp => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    defer: (step) => void steps.push(step),
    run: async () => {
      const errors: unknown[] = []
      for (const step of steps.splice(0).toReversed()) await step().catch((error) => errors.push(error))
      if (errors.length > 1) throw new AggregateError(errors, 'Several steps of the shutdown failed')
      if (errors.length === 1) throw errors[0]
    },
  }
}
