import * as z from 'zod/mini'
import { STATUS_LIST_TEXT_MAX } from './bitstring.ts'
import { CREDENTIALS_CONTEXT, YOUTILITY_CONTEXT_PATH, YOUTILITY_CONTEXT_V2_PATH } from './context.ts'
import { didWebOf } from './did-web.ts'

/**
 * The exact form of Youtility's credentials, to the last key. A signature covers what a document means (RDF), and one
 * meaning can be written in many ways: with full IRIs, prefixes, aliases, lists, value objects or `@graph`. A verifier
 * that reads fixed keys would then miss `validUntil` or `credentialStatus` although the signature is valid. This form
 * has one spelling for each meaning, so that what is read is what was signed; any other spelling is rejected before its
 * signature is checked. A new kind of credential needs a new form in this file.
 */

/** dateTimeStamp of XML Schema 1.1: a date and time with a mandatory time zone; years have four digits. */
const DATE_TIME_STAMP =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?)(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))$/

/** Rejects 30 February, which `Date` reads as 2 March. */
const isDateTimeStamp = (text: string): boolean => {
  const [, date, day] = DATE_TIME_STAMP.exec(text) ?? []
  return date !== undefined && new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day)
}
const DateTimeStamp = z.string().check(z.refine(isDateTimeStamp))

/** An absolute URL (VC Data Model 4.4). */
const Url = z.string().check(
  z.maxLength(2048),
  z.refine((text) => URL.canParse(text) && !/\s/.test(text)),
)
const Text = z.string()

/** Exactly these types, each once, in any order (VC Data Model 4.5). */
const typesOf = (special: z.ZodMiniType<string>) =>
  z
    .array(z.string())
    .check(
      z.refine(
        (types) =>
          types.length === 2 &&
          types.includes('VerifiableCredential') &&
          types.some((type) => special.safeParse(type).success),
      ),
    )

const Proof = z.strictObject({
  type: z.literal('DataIntegrityProof'),
  cryptosuite: z.literal('eddsa-rdfc-2022'),
  created: z.optional(DateTimeStamp),
  expires: z.optional(DateTimeStamp),
  verificationMethod: Url,
  proofPurpose: z.literal('assertionMethod'),
  /** Multibase base58-btc (vc-di-eddsa 2.2.1). */
  proofValue: z.string().check(z.regex(/^z[1-9A-HJ-NP-Za-km-z]{1,200}$/)),
})

const MemberSubject = z.strictObject({
  id: Url,
  memberSince: z.optional(Text),
  displayName: z.optional(Text),
  fullName: z.optional(Text),
  handle: z.optional(Text),
  organization: z.optional(Text),
  title: z.optional(Text),
  bio: z.optional(Text),
  website: z.optional(Text),
  telephone: z.optional(Text),
  email: z.optional(Text),
})

/** What an IdentityCredential says, and nothing else: over 18, and the country that issued the document. */
const IdentitySubject = z.strictObject({
  id: Url,
  over18: z.literal(true),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
})

/** The `credentialStatus` of a credential (Bitstring Status List 2.1). */
const StatusEntry = z
  .strictObject({
    id: z.optional(Url),
    type: z.literal('BitstringStatusListEntry'),
    statusPurpose: z.literal('revocation'),
    statusListIndex: z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/)),
    statusListCredential: Url,
  })
  .check(z.refine(({ id, statusListCredential }) => id !== statusListCredential))

/** The credential subject of a status list (Bitstring Status List 2.2). */
const StatusListSubject = z.strictObject({
  id: z.optional(Url),
  type: z.literal('BitstringStatusList'),
  statusPurpose: z.literal('revocation'),
  /** Multibase base64url, without padding, of the gzipped bits. */
  encodedList: z.string().check(z.regex(/^u[\w-]+$/), z.maxLength(STATUS_LIST_TEXT_MAX)),
})

/** Keys that every credential has. */
const commonOf = (origin: string, path: string = YOUTILITY_CONTEXT_PATH) => ({
  '@context': z.tuple([z.literal(CREDENTIALS_CONTEXT), z.literal(`${origin}${path}`)]),
  id: Url,
  issuer: z.literal(didWebOf(origin)),
  validFrom: DateTimeStamp,
  validUntil: z.optional(DateTimeStamp),
  proof: Proof,
})

/** `validUntil` must not be before `validFrom` (VC Data Model 4.9). */
const isInOrder = ({ validFrom, validUntil }: { validFrom: string; validUntil?: string | undefined }) =>
  validUntil === undefined || Date.parse(validFrom) <= Date.parse(validUntil)

/** The accepted forms, for credentials of the issuer at `origin`. */
export const formsOf = (origin: string) => ({
  /** A member's credential. */
  credential: z.union([
    z
      .strictObject({
        ...commonOf(origin),
        type: typesOf(z.enum(['YoutilityMemberCredential', 'ProfileCredential'])),
        credentialSubject: MemberSubject,
        credentialStatus: StatusEntry,
      })
      .check(z.refine(isInOrder)),
    z
      .strictObject({
        ...commonOf(origin, YOUTILITY_CONTEXT_V2_PATH),
        type: typesOf(z.literal('IdentityCredential')),
        credentialSubject: IdentitySubject,
        credentialStatus: StatusEntry,
      })
      .check(z.refine(isInOrder)),
  ]),
  /** The list of revoked credentials; not accepted as a member's credential. */
  statusList: z
    .strictObject({
      ...commonOf(origin),
      type: typesOf(z.literal('BitstringStatusListCredential')),
      credentialSubject: StatusListSubject,
    })
    .check(z.refine(isInOrder)),
})
export type CredentialForm = z.infer<ReturnType<typeof formsOf>['credential']>
export type StatusListForm = z.infer<ReturnType<typeof formsOf>['statusList']>
