/** Runs one piece of work at a time for each name, in the order of the calls. */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>

export const createTurns = (): InTurn => {
  const last = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const before = last.get(name) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(name, mine)
    try {
      return await mine
    } finally {
      if (last.get(name) === mine) last.delete(name)
    }
  }
}
