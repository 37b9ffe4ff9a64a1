/** Shows on the app's icon how much waits for the member, where the device can; nothing where nothing does. */
export const showBadge = (waiting: number): void => {
  if (!('setAppBadge' in navigator)) return
  const shown = waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()
  // Refused where the app is not installed or may not notify: then there is no icon to show it on.
  shown.catch(() => undefined)
}
