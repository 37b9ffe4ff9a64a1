/**
 * Effect of a key in an open menu: the index of the entry to focus, `close` (and focus the button), `leave` (the
 * browser moves the focus), or null for a key without an effect. Arrows wrap around; a letter goes to the next entry
 * that begins with it. `place` is -1 while no entry has the focus.
 */
export const menuKey = (
  key: string,
  place: number,
  names: readonly string[],
): number | 'close' | 'leave' | null => {
  const count = names.length
  switch (key) {
    case 'ArrowDown':
      return (place + 1) % count
    case 'ArrowUp':
      return place <= 0 ? count - 1 : place - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'Escape':
      return 'close'
    case 'Tab':
      return 'leave'
    default: {
      if (key.length !== 1 || key === ' ') return null
      const letter = key.toLowerCase()
      const found = names.findIndex((_, step) => {
        const name = names[(place + 1 + step) % count] ?? ''
        return name.trim().toLowerCase().startsWith(letter)
      })
      return found === -1 ? null : (place + 1 + found) % count
    }
  }
}
