/** Shutdown steps, run in reverse order, even when the start fails halfway. */
export interface CleanUp {
  readonly defer: (step: () => Promise<unknown>) => void
  readonly run: () => Promise<void>
}

export const createCleanUp = (): CleanUp => {
  const steps: (() => Promise<unknown>)[] = []
  return {
    defer: (step) => void steps.push(step),
    run: async () => {
      for (const step of steps.splice(0).toReversed()) await step()
    },
  }
}
