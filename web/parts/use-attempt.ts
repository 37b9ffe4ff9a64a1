import { useState } from 'react'
import { ApiError, sentenceOf } from '../data/errors.ts'
import { t } from '../texts/texts.ts'

export interface Attempt {
  readonly running: boolean
  /** Why the last try failed, in a sentence; null when none did. */
  readonly problem: string | null
  /**
   * Runs one try at a time; `done` gets what came of it when it succeeded. `refused` may take over what the
   * server says of single fields: it answers whether nothing more needs to be said.
   */
  readonly run: <T>(
    change: () => Promise<T>,
    done?: (value: T) => void,
    refused?: (fields: Readonly<Record<string, string>>) => boolean,
  ) => Promise<void>
  /** What failed is being corrected: nothing more is said of it. */
  readonly forget: () => void
}

/**
 * Something that may fail and be tried again. Its failure is logged as `log`, unless its call does so;
 * `otherwise` is said where nobody gives a reason.
 */
export const useAttempt = ({
  log,
  otherwise = t('Something went wrong. Please try again.'),
}: {
  readonly log?: string | undefined
  readonly otherwise?: string
} = {}): Attempt => {
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const forget = () => setProblem(null)
  const run: Attempt['run'] = async (change, done, refused) => {
    if (running) return
    setRunning(true)
    forget()
    try {
      const value = await change()
      done?.(value)
    } catch (error) {
      if (log !== undefined) console.error(log, error)
      const said = error instanceof ApiError && refused?.(error.fields)
      if (said !== true) setProblem(sentenceOf(error, otherwise))
    } finally {
      setRunning(false)
    }
  }
  return { running, problem, run, forget }
}
