/** Whether this is an iPhone or iPad: there every browser is Safari within. An iPad calls itself a Macintosh, which has no touch screen. */
export const isAppleTouch = (): boolean =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
