import { pause } from './pause.ts'

const ASK_EVERY_MS = 1_500
/**
 * How long the server must deny knowing a key before a retry is offered: longer than a request can be under way. An
 * earlier retry would be safe, for it carries the same key, but needless.
 */
const DENIED_FOR_MS = 15_000

/**
 * Asks the server for the outcome of a key until it is known or the step is left. `ask` resolves to `unknown` when the
 * server has nothing under the key and to null when the request failed. Once the server has denied the key for long
 * enough, `onDenied` is called with each further denial.
 */
export const askUntilKnown = async <Found>(
  ask: () => Promise<Found | 'unknown' | null>,
  signal: AbortSignal,
  onDenied: () => void,
): Promise<Found | null> => {
  let deniedSince: number | null = null
  while (!signal.aborted) {
    const answer = await ask()
    if (signal.aborted) break
    if (answer !== null && answer !== 'unknown') return answer
    if (answer === 'unknown') {
      deniedSince ??= Date.now()
      if (Date.now() - deniedSince >= DENIED_FOR_MS) onDenied()
    } else deniedSince = null
    await pause(ASK_EVERY_MS, signal)
  }
  return null
}
