export interface GatherOptions<Input, Output> {
  /** Returns one output per input, in their order; an `Error` among them rejects that call only. */
  readonly run: (inputs: readonly Input[]) => Promise<readonly (Output | Error)[]>
  /** At most this many inputs in one run. Default 200. */
  readonly batchMax?: number
  /** At most this many runs at the same time. Default 2. */
  readonly concurrency?: number
  /** Whether an error does not depend on the inputs: then every call of the run fails with it. */
  readonly concernsAll: (error: unknown) => boolean
}

interface Call<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

/**
 * Turns a batch function into one for a single input: calls that come while runs are in flight wait for the
 * next run and share it, so that a hundred concurrent requests cost two queries. A lone call waits only for
 * the current turn of the event loop.
 *
 * A run that fails with several inputs is split in halves and tried again, so that one bad input fails
 * alone; `run` must therefore be safe to repeat.
 */
export const gather = <Input, Output>({
  run,
  batchMax = 200,
  concurrency = 2,
  concernsAll,
}: GatherOptions<Input, Output>): ((input: Input) => Promise<Output>) => {
  let waiting: Call<Input, Output>[] = []
  let running = 0
  let scheduled = false

  const settle = async (calls: readonly Call<Input, Output>[]): Promise<void> => {
    let outputs: readonly (Output | Error)[]
    try {
      outputs = await run(calls.map(({ input }) => input))
      if (outputs.length !== calls.length)
        throw new RangeError(`A run answered ${outputs.length} of ${calls.length} calls`)
    } catch (error) {
      if (calls.length === 1 || concernsAll(error)) return calls.forEach(({ reject }) => reject(error))
      const middle = calls.length >> 1
      await settle(calls.slice(0, middle))
      return settle(calls.slice(middle))
    }
    for (const [index, output] of outputs.entries()) {
      if (output instanceof Error) calls[index]?.reject(output)
      else calls[index]?.resolve(output)
    }
    return undefined
  }

  const start = (): void => {
    scheduled = false
    while (running < concurrency && waiting.length > 0) {
      const batch = waiting.slice(0, batchMax)
      waiting = waiting.slice(batchMax)
      running += 1
      void settle(batch).finally(() => {
        running -= 1
        start()
      })
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (scheduled || running >= concurrency) return
      scheduled = true
      setImmediate(start)
    })
}
