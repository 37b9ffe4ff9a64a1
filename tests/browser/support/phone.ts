/** What a phone's window is like. */
export const PHONE_WINDOW = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
