// Apart from `history-entries.ts`, which comes with the dialogs: the router needs this in the first script.

let areAtRest = true
/** Changes of the address that wait until the entry which they are made in is the one that stays. */
const waiting: (() => void)[] = []

/** Changes the address once the browser has left the entries of what was closed: else the change would go with them. */
export const inEntry = (change: () => void): void => {
  if (areAtRest) change()
  else waiting.push(change)
}

/** The entries of the browser's history are about to follow what is open. */
export const entriesMove = (): void => {
  areAtRest = false
}

/** They do. */
export const entriesRest = (): void => {
  areAtRest = true
  for (const change of waiting.splice(0)) change()
}
