import { vi } from 'vitest'
import type { Divergence } from '../../../events/store/memory-check.ts'
import type { createStreamCommands } from '../../../events/store/stream-commands.ts'

/** The command handlers of all processes that run in this one: import this before anything that makes one. */
const handlers = vi.hoisted((): { readonly checkMemory: () => Promise<readonly Divergence[]> }[] => [])

vi.mock('../../../events/store/stream-commands.ts', async (importOriginal) => {
  const original = await importOriginal<{ readonly createStreamCommands: typeof createStreamCommands }>()
  const recorded: typeof createStreamCommands = (options) => {
    const commands = original.createStreamCommands(options)
    handlers.push(commands)
    return commands
  }
  return { ...original, createStreamCommands: recorded }
})

/** Every stream that a process has in memory and that is not the fold of the log. */
export const wrongMemories = async (): Promise<readonly string[]> => {
  if (handlers.length === 0) throw new Error('No command handler was recorded')
  const found = await Promise.all(handlers.map(({ checkMemory }) => checkMemory()))
  return found.flat().map(({ streamId, revision }) => `${streamId} up to ${revision}`)
}

/** Before other processes are started: those of before have ended. */
export const forgetMemories = (): void => {
  handlers.length = 0
}
