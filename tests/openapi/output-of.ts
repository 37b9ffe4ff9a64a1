import { execFile } from 'node:child_process'

/** What a script of Node prints if it fails; empty if it does not. */
export const outputOf = (file: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], (error, stdout, stderr) => {
      resolve(error ? `${stdout}${stderr}` : '')
    })
  })
