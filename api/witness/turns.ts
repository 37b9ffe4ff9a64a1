/** Runs one piece of work after the other, so that nothing comes between reading a state and writing it. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export const createTurns = (): Turns => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
