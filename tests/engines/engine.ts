/** What a browser engine has to do for the walks, and how they wait. */

/** A tick of W3C's input actions, which WebDriver and WebDriver BiDi have in common. */
export type InputSource =
  | {
      readonly type: 'pointer'
      readonly id: string
      readonly actions: readonly (
        | { readonly type: 'pointerMove'; readonly x: number; readonly y: number; readonly duration: 0 }
        | { readonly type: 'pointerDown' | 'pointerUp'; readonly button: 0 }
      )[]
    }
  | {
      readonly type: 'key'
      readonly id: string
      readonly actions: readonly { readonly type: 'keyDown' | 'keyUp'; readonly value: string }[]
    }

/** CSS pixels. */
export interface Size {
  readonly name: 'phone' | 'desktop'
  readonly width: number
  readonly height: number
}

/** One window of one browser, with a profile of its own. */
export interface Engine {
  /** The engine and its version. */
  readonly name: string
  /** Resolves when the page is loaded. */
  readonly open: (url: string) => Promise<void>
  /** The browser's Back; the page may come from its page cache. */
  readonly back: () => Promise<void>
  /** Calls a function, given as its source, with JSON arguments; resolves to its awaited result as JSON. */
  readonly call: (source: string, args: string) => Promise<string>
  readonly act: (sources: readonly InputSource[]) => Promise<void>
  /** Writes what the window shows into a PNG file. */
  readonly picture: (file: string) => Promise<void>
  /** Warnings and errors on the console since the start, in every page. */
  readonly complaints: () => readonly string[]
  readonly close: () => Promise<void>
}

/** Long enough for a busy machine; what is there already does not wait. */
const PATIENCE_MS = 60_000
const POLL_MS = 40

/** Waits, at most `limitMs` milliseconds, until `ask` resolves to anything but undefined. Its errors count as not yet. */
export const until = async <T>(
  what: string,
  ask: () => Promise<T | undefined>,
  limitMs = PATIENCE_MS,
): Promise<T> => {
  const deadline = performance.now() + limitMs
  let last: unknown
  for (;;) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
      last = undefined
    } catch (error) {
      // A page that is being left can't be asked.
      last = error
    }
    if (performance.now() > deadline)
      throw new Error(`Not within ${limitMs / 1_000} s: ${what}`, { cause: last })
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
