/**
 * Whether this is an iPhone or iPad, where every browser uses Safari's engine. An iPad reports itself as a Macintosh,
 * which has no touch screen.
 */
export const isAppleTouch = (): boolean =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
