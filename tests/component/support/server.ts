import type { TestProject } from 'vitest/node'
import { startDemoServer } from '../../browser/support/demo-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of a complete server with the demo members. */
    demoServer: string
  }
}

/** Starts one server with the demo members for all component tests, in the same way as for the browser walks. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startDemoServer({ SANDBOX_MINUTE_SECONDS: '1' })
  project.provide('demoServer', url)
  return stop
}
