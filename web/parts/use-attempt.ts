import { useState } from 'react'
import { ApiError, sentenceOf } from '../data/errors.ts'
import { t } from '../texts/texts.ts'

export interface Attempt {
  readonly running: boolean
  /** Why the last attempt failed, as a sentence; null if it did not. */
  readonly problem: string | null
  /**
   * Runs one attempt at a time; `done` gets its result. `refused` may show the server's messages about single fields:
   * it returns whether no other message is needed.
   */
  readonly run: <T>(
    change: () => Promise<T>,
    done?: (value: T) => void,
    refused?: (fields: Readonly<Record<string, string>>) => boolean,
  ) => Promise<void>
  /** Removes the problem, because the member corrects its cause. */
  readonly forget: () => void
}

/**
 * State of an action that may fail and be repeated. A failure is logged as `log`, unless the call does so; `otherwise`
 * is shown if there is no reason.
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
