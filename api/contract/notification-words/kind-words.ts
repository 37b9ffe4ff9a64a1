import type { Currency } from '../fields.ts'
import type { Notification, NotificationKind } from '../notifications.ts'
import type { Unfamiliar } from '../open.ts'
import type { Say } from '../texts.ts'

/** Translates and formats for the member: a page, or the server for a push while the app is closed. */
export interface Localizer {
  readonly t: Say
  /** A decimal in currency units. */
  readonly money: (amount: string, currency: Currency | Unfamiliar) => string
  /** A day written `yyyy-mm-dd`. */
  readonly day: (day: string) => string
  /** A month written `yyyy-mm`. */
  readonly month: (month: string) => string
}

export type NotificationOf<Kind extends Notification['kind']> = Extract<Notification, { kind: Kind }>

/** Title and text of a notification. */
export type Words = readonly [title: string, text: string]

/** All that is said of a kind of notification. */
export interface KindWords<Kind extends Notification['kind']> {
  /** In the settings. */
  readonly name: (t: Say) => string
  readonly words: (notification: NotificationOf<Kind>, localizer: Localizer) => Words
  /** For the lock screen, where no people and amounts are named. */
  readonly discreet: (t: Say) => string
  /** Address of what it is about. */
  readonly place: (notification: NotificationOf<Kind>) => string
  /** An installed app may be too old for it, and shows its title and text as they come from the server. */
  readonly labelled?: true
}

export type KindsWords<Kind extends NotificationKind> = { readonly [Each in Kind]: KindWords<Each> }

/** The words of a dollar amount in a sentence. */
export const dollars = (amount: string, { money }: Localizer) => ({ amount: money(amount, 'USD') })

/** For what this app does not know yet. */
export const updateText = (t: Say): string => t('A newer version of the app shows what it is.')
