import * as z from 'zod/mini'
import { DidText, SignedCredential } from './credentials.ts'
import {
  ById,
  DecimalText,
  Id,
  keyText,
  MemberIdentifier,
  Timestamp,
  writtenLine,
  writtenText,
} from './fields.ts'
import { openEnum, openEnums } from './open.ts'
import { anybody, defineOperations, member } from './operation.ts'

/** Maximum lengths, in characters. */
export const PROFILE_MAX = {
  display_name: 80,
  name: 120,
  organization: 120,
  title: 120,
  bio: 500,
  website_url: 300,
  phone_endpoint: 40,
} as const

const WEBSITE_INVALID = 'Enter a web address that begins with https:// or http://.'
export const PHONE_INVALID = 'Enter a phone number such as +1 212 555 0100.'
/** A handle can be changed again after this many days. */
export const HANDLE_CHANGE_DAYS = 30
export const HANDLE_RULE = 'A handle has 3 to 30 letters, digits or underscores.'

/** Empty means "not given" and becomes null. */
const orNull = z.transform((text: string) => (text === '' ? null : text))

const emptied = (line: ReturnType<typeof writtenLine>) => z.nullable(z.pipe(line, orNull))

const Bio = z.nullable(z.pipe(writtenText('The bio', PROFILE_MAX.bio).check(z.trim()), orNull))

/** `https://…` or `http://…`, without a user name in it; anything else, such as `javascript:`, is refused. */
const isWebsite = (text: string): boolean => {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

const Website = z.nullable(
  z.pipe(
    z.string().check(
      z.trim(),
      z.maxLength(
        PROFILE_MAX.website_url,
        `The website can have at most ${PROFILE_MAX.website_url} characters.`,
      ),
      z.refine((text) => text === '' || isWebsite(text), WEBSITE_INVALID),
    ),
    orNull,
  ),
)

/** Looks like a phone number; the server parses it by all countries' numbering plans and stores it as +E.164. */
const Phone = z.nullable(
  z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(PROFILE_MAX.phone_endpoint, PHONE_INVALID),
        z.regex(/^(\+?[\d\s().\-/]{3,})?$/, PHONE_INVALID),
      ),
    orNull,
  ),
)

/** Fields that a member can show on the public profile. */
export const SharedField = z.enum(
  [
    'display_name',
    'name',
    'handle',
    'organization',
    'title',
    'bio',
    'website_url',
    'phone_endpoint',
    'email',
  ],
  'This field cannot be shared.',
)
export type SharedField = z.infer<typeof SharedField>

export const KycStatus = z.enum(['pending', 'verified', 'rejected'])
export type KycStatus = z.infer<typeof KycStatus>

const text = z.nullable(z.string())

export const Profile = z.object({
  id: Id,
  /** Null: not given, like every text here. */
  display_name: text,
  bio: text,
  /** The full name; from the identity provider until the member changes it. */
  name: text,
  organization: text,
  title: text,
  website_url: text,
  /** In E.164, such as +12125550100. */
  phone_endpoint: text,
  handle: z.string(),
  did: DidText,
  kyc_status: openEnum(KycStatus),
  /** Managed by the identity provider; read-only. */
  email: z.string(),
  /** An https URL. */
  picture: text,
  /** Fields that the public profile shows. */
  shared: openEnums(SharedField),
  /** The page behind "Share DID". */
  public_url: z.url(),
  /** Null: the handle can be changed now. */
  handle_changeable_at: z.nullable(Timestamp),
  member_since: Timestamp,
})
export type Profile = z.infer<typeof Profile>

/** An omitted field stays unchanged; null or "" clears it. */
export const UpdateProfileRequest = z.strictObject({
  display_name: z.optional(emptied(writtenLine('The display name', PROFILE_MAX.display_name))),
  bio: z.optional(Bio),
  name: z.optional(emptied(writtenLine('The full name', PROFILE_MAX.name))),
  organization: z.optional(emptied(writtenLine('The organization', PROFILE_MAX.organization))),
  title: z.optional(emptied(writtenLine('The title', PROFILE_MAX.title))),
  website_url: z.optional(Website),
  phone_endpoint: z.optional(Phone),
  shared: z.optional(z.array(SharedField).check(z.maxLength(SharedField.options.length * 2))),
})

export const ChangeHandleRequest = z.strictObject({
  /** With or without @; stored in lower case. */
  handle: z.pipe(
    z.string('Enter a handle.').check(z.trim(), z.regex(/^@?[a-zA-Z0-9_]{3,30}$/, HANDLE_RULE)),
    z.transform((handle: string) => handle.replace(/^@/, '').toLowerCase()),
  ),
})

const shown = z.optional(z.string())
const SHARED_TEXTS = {
  display_name: shown,
  name: shown,
  handle: shown,
  organization: shown,
  title: shown,
  bio: shown,
  website_url: shown,
  phone_endpoint: shown,
  email: shown,
} satisfies Readonly<Record<SharedField, typeof shown>>

/** The shared fields that have a value, and nothing else. */
export const SharedProfile = z.object(SHARED_TEXTS)
export type SharedProfile = z.infer<typeof SharedProfile>

export const PublicProfile = z.object({
  id: Id,
  did: DidText,
  shared: SharedProfile,
  /**
   * The newest ProfileCredential over exactly these fields, for the visitor to verify (it may have been revoked
   * or have expired); null when the member has none.
   */
  credential: z.nullable(SignedCredential),
})
export type PublicProfile = z.infer<typeof PublicProfile>

/** Path of the public profile page, under the app's origin. */
export const publicProfilePath = (memberId: string): string => `/members/${memberId}`

/**
 * What keeps the account from being closed at once. `by_waiting`: it passes; `by_closing`: closing pays it out, or does
 * with it what the member chooses; absent: the member has to end it first, as the sentence says.
 */
export const ClosingObstacle = z.object({
  /** Stable, such as `wallet_not_empty`, `deposit_in_progress`, `pool_open`, `bill_unpaid`. */
  code: z.string(),
  /** What is left in the account, and what to do about it. */
  message: z.string(),
  ends: z.optional(openEnum(z.enum(['by_waiting', 'by_closing']))),
  /** From when on it is over, where that is known. */
  from: z.optional(Timestamp),
})
export type ClosingObstacle = z.infer<typeof ClosingObstacle>

/** What becomes of tokens, which no bank takes. */
const TOKEN_CHOICE = 'Give it up, or name the member who gets it.'
/** The tokens are given up. */
export const GiveUp = z.strictObject({ give_up: z.literal(true) })
/** A member gets the tokens. */
export const SendTo = z.strictObject({ send_to: MemberIdentifier })
const TokenChoice = z.union([GiveUp, SendTo], TOKEN_CHOICE)

/** A closing under way. */
const UnderWay = z.object({
  begun_at: Timestamp,
  /** The saved account that dollars go to; null: there were none. */
  bank_account_id: z.nullable(Id),
  /** Tokens that are given up in the end. */
  gives_up: openEnums(z.enum(['USDC', 'YUT'])),
  /** Whether it can still be stopped: the last payment is not with the bank yet. */
  can_be_stopped: z.boolean(),
})

const Closing = z.object({
  obstacles: z.array(ClosingObstacle),
  /** What is taken from the wallet then for bills and days of service not billed yet, dollars. */
  owed_usd: z.optional(z.string()),
  /** What is left then for the bank account, dollars; an older server does not say. */
  payout_usd: z.optional(z.string()),
  /** Tokens that need a choice: with those that are staked, and their rewards so far. */
  tokens: z.optional(z.array(z.object({ currency: openEnum(z.enum(['USDC', 'YUT'])), amount: DecimalText }))),
  /** The first day (UTC) on which the last payment can go, as far as is known; null: as soon as nothing is on its way. */
  day: z.optional(z.nullable(z.iso.date())),
  /** What may leave in a day is less than the payout, so that it goes in several payments. */
  in_parts: z.optional(z.boolean()),
  closing: z.optional(z.nullable(UnderWay)),
})
export type Closing = z.infer<typeof Closing>

export const CONFIRM_HANDLE = 'Type your handle to confirm.'

const confirmed = { handle: keyText(31, CONFIRM_HANDLE).check(z.minLength(1, CONFIRM_HANDLE)) }

const CloseAccountRequest = z.strictObject({
  /** The member's own handle, typed to confirm. */
  ...confirmed,
})

const BeginClosingRequest = z.strictObject({
  /** The member's own handle, typed to confirm. */
  ...confirmed,
  /** A saved account of the member; needed where dollars are left. */
  bank_account_id: z.optional(Id),
  /** Needed where there are any. */
  usdc: z.optional(TokenChoice),
  yut: z.optional(TokenChoice),
})
export type BeginClosingRequest = z.infer<typeof BeginClosingRequest>

export const profileOperations = defineOperations({
  getProfile: member.get('/api/profile', {
    summary: "The member's own profile",
    response: Profile,
  }),
  updateProfile: member.put('/api/profile', {
    summary: 'Changes the profile and what of it is shared; fields left out stay as they are',
    body: UpdateProfileRequest,
    response: Profile,
  }),
  changeHandle: member.put('/api/profile/handle', {
    summary: 'Takes another handle, once in 30 days; the old one stays reserved for the member',
    sensitive: { event: 'handle_change_asked', what: 'changing the handle' },
    body: ChangeHandleRequest,
    response: Profile,
  }),
  getProfileQr: member.get('/api/profile/{id}/qr', {
    summary: "QR code of the member's public profile page as a data URL; own id only",
    params: ById,
    response: z.object({
      /** `data:image/svg+xml;…` */
      qrCode: z.string(),
      profile: z.object({ name: z.string(), url: z.url() }),
    }),
  }),
  getPublicProfile: anybody.get('/api/members/{id}/public-profile', {
    summary: 'What a member chose to share, with the credential that vouches for it; 410 once they have left',
    also: [410],
    params: ById,
    response: PublicProfile,
  }),
  exportIdentityData: member.get('/api/profile/export', {
    summary: 'Everything that is kept about the member, as a JSON file',
    sensitive: { event: 'data_exported', what: 'taking your data along' },
    heavy: true,
    response: z.looseObject({
      exported_at: Timestamp,
      member: z.looseObject({ id: Id, did: DidText }),
    }),
  }),
  getClosing: member.get('/api/profile/closing', {
    summary:
      'What closing the account would do now, and a closing under way; no obstacles: it can be closed at once',
    response: Closing,
  }),
  beginClosing: member.post('/api/profile/closing', {
    summary:
      'Closes the account, at once or when it can be: settles what is owed, pays out what is left, does with tokens what was chosen. Until then no other call of the member moves anything',
    sensitive: { event: 'account_closing_asked', what: 'closing the account' },
    body: BeginClosingRequest,
    response: z.object({
      /** False: the account is closing. */
      closed: z.boolean(),
      /** The day (UTC) on which the last payment goes, as far as is known. */
      day: z.nullable(z.iso.date()),
    }),
  }),
  stopClosing: member.post('/api/profile/closing/stop', {
    summary: 'Stops a closing under way; refused once the last payment is with the bank',
    response: z.object({ stopped: z.literal(true) }),
  }),
  closeAccount: member.post('/api/profile/close', {
    summary:
      'Closes the account for good and at once: wallet, credentials, keys, personal data and every session. Refused while anything is left',
    sensitive: { event: 'account_closing_asked', what: 'closing the account' },
    body: CloseAccountRequest,
    response: z.object({ closed: z.literal(true) }),
  }),
})
