import { useState } from 'react'
import { sentenceOf } from '../../data/errors.ts'

export interface Attempt {
  readonly running: boolean
  /** Why the last try failed, in a sentence; null when none did. */
  readonly problem: string | null
  /** Runs one try at a time; `done` gets what came of it when it succeeded. */
  readonly run: <T>(change: () => Promise<T>, done: (value: T) => void) => Promise<void>
}

/** Something that may fail and be tried again, with its failure logged under `name`. */
export const useAttempt = (name: string): Attempt => {
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async <T>(change: () => Promise<T>, done: (value: T) => void): Promise<void> => {
    if (running) return
    setRunning(true)
    setProblem(null)
    try {
      done(await change())
    } catch (error) {
      console.error(name, error)
      setProblem(sentenceOf(error, 'Something went wrong. Please try again.'))
    } finally {
      setRunning(false)
    }
  }
  return { running, problem, run }
}
