let changes = 0

/**
 * Records a change that has no ledger position (of a contact, a device, a profile): responses requested before it are
 * too old for later callers. Every call that changes something does this, whatever its outcome.
 */
export const recordChange = (): void => {
  changes += 1
}

/** Number of changes in this visit. */
export const changesSoFar = (): number => changes
