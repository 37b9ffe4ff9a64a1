import { vi } from 'vitest'

/** Over all files, because those of one worker share the app's modules. */
let hours = 0

/** Sets the page's clock an hour forward, because the app limits how often it reopens a connection. */
export const anHourLater = (): void => {
  hours += 1
  vi.spyOn(performance, 'now').mockReturnValue(hours * 3_600_000)
}
