/**
 * The tab that a key leads to from the one in `place`; null for a key without an effect. Left and right go the way the
 * line runs, around both ends.
 */
export const tabKey = (key: string, place: number, count: number, isRightToLeft: boolean): number | null => {
  const [forward, back] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  switch (key) {
    case forward:
      return (place + 1) % count
    case back:
      return (place + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
