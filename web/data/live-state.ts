let live = false

/** Whether the server pushes news to this page, so that it polls less often. */
export const isLive = (): boolean => live

export const becomeLive = (now: boolean): void => {
  live = now
}
