import { messageOf } from '../../events/thrown.ts'
import { readGiven } from './given-file.ts'
import { InvalidConfig } from './invalid-config.ts'
import { VARIABLES } from './variables.ts'

type Environment = Readonly<Record<string, string | undefined>>

const fileOf = (env: Environment, name: string): string | undefined =>
  env[`${name}_FILE`]?.trim() || undefined

/**
 * The environment with each variable that is given by a file: `NAME_FILE` names one that has the value of `NAME`, as
 * container engines hand over secrets.
 * @throws {InvalidConfig} both are set, or the file cannot be read
 */
export const withFiles = (env: Environment): Environment => {
  const read: Record<string, string | undefined> = {}
  for (const { name } of Object.values(VARIABLES)) {
    const file = fileOf(env, name)
    if (file === undefined) continue
    if (env[name]?.trim())
      throw new InvalidConfig(`${name} and ${name}_FILE are both set: take one of them away`)
    try {
      read[name] = readGiven(file).trim()
      read[`${name}_FILE`] = undefined
    } catch (error) {
      throw new InvalidConfig(`${name}_FILE names a file that cannot be used: ${messageOf(error)}`)
    }
  }
  return { ...env, ...read }
}
