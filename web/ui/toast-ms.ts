/** How long a toast is shown, ms. */
export const TOAST_MS = 5_000
