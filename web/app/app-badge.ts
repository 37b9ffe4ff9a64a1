/** Shows on the app's icon, where supported, how much waits for the member; no badge for 0. */
export const showBadge = (waiting: number): void => {
  if (!('setAppBadge' in navigator) || !('clearAppBadge' in navigator)) return
  const shown = waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()
  // Rejected where the app is not installed or may not notify: then there is no icon for the badge.
  shown.catch(() => undefined)
}
