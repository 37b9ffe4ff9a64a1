import { fork } from 'node:child_process'
import path from 'node:path'
import type { GeneratorAnswer, GeneratorJob, GeneratorReport } from './generator.ts'

/** The load generator, in a separate process, so that its CPU time does not count as the server's. */
export interface Generator {
  readonly run: (job: GeneratorJob) => Promise<GeneratorReport>
  readonly stop: () => void
}

export const startGenerator = (): Generator => {
  const child = fork(path.join(import.meta.dirname, 'generator.ts'), { serialization: 'advanced' })
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`The load generator ended early: ${code}`))
        child.once('exit', ended)
        child.once('message', (answer: GeneratorAnswer) => {
          child.off('exit', ended)
          if (answer.ok) resolve(answer.report)
          else reject(new Error(answer.error))
        })
        child.send(job)
      }),
    stop: () => {
      child.disconnect()
    },
  }
}
