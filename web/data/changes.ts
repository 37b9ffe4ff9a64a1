let changes = 0

/**
 * Something changed that the ledger has no position for (a contact, a device, a profile): what was asked before doesn't
 * count as an answer to who asks from now on. Every call that changes something says so itself, whatever came of it.
 */
export const recordChange = (): void => {
  changes += 1
}

/** How many there were in this visit. */
export const changesSoFar = (): number => changes
