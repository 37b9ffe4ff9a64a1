import * as z from 'zod/mini'

/** The `issuer` of a credential: its id, or an object with it. */
export const Issuer = z.union([z.string(), z.looseObject({ id: z.string() })])

export const idOfIssuer = (issuer: z.infer<typeof Issuer>): string =>
  typeof issuer === 'string' ? issuer : issuer.id
