let live = false

/** Whether the server says what is new, so that nobody needs to ask all the time. */
export const isLive = (): boolean => live

export const becomeLive = (now: boolean): void => {
  live = now
}
