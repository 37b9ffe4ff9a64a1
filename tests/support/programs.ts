import { spawnSync } from 'node:child_process'

/** Whether to skip tests of this program: on machines without it, except in CI, which installs it. */
export const without = (program: string): boolean =>
  process.env['CI'] === undefined && spawnSync(program, ['--version']).error !== undefined
