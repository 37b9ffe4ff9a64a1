import { deviceWords } from './device-words.ts'
import { accountWords, securityTitle } from './notification-words/account.ts'
import {
  type KindsWords,
  type KindWords,
  type Localizer,
  updateText,
} from './notification-words/kind-words.ts'
import { moneyWords } from './notification-words/money.ts'
import { serviceWords } from './notification-words/services.ts'
import type { Notification, NotificationKind } from './notifications.ts'
import { UNFAMILIAR } from './open.ts'
import type { Say } from './texts.ts'

export type { Localizer } from './notification-words/kind-words.ts'

const KINDS: KindsWords<NotificationKind> = { ...moneyWords, ...serviceWords, ...accountWords }

const UNFAMILIAR_WORDS: KindWords<typeof UNFAMILIAR> = {
  name: updateText,
  words: ({ label }, { t }) => [t('Something new'), label ?? updateText(t)],
  discreet: updateText,
  place: () => '/notifications',
}

const kindOf = ({ kind }: Notification): KindWords<Notification['kind']> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entry of a kind takes the notifications of that kind
  (kind === UNFAMILIAR ? UNFAMILIAR_WORDS : KINDS[kind]) as KindWords<Notification['kind']>

/** Text of a notification. {@link wordsOf} names people and amounts, {@link discreetWordsOf} does not. */
interface NotificationWords {
  readonly title: string
  readonly text: string
}

/** Name of a kind of notification in the settings. */
export const kindName = (kind: NotificationKind, t: Say): string => KINDS[kind].name(t)

/** The full text of a notification. */
export const wordsOf = (notification: Notification, localizer: Localizer): NotificationWords => {
  const [title, text] = kindOf(notification).words(notification, localizer)
  return { title, text }
}

/** What a place is told last: that it gets no more pushes, and which device ended that. */
export const lastWordsOf = (endedBy: string, { t }: Localizer): NotificationWords => ({
  title: t('Notifications to this place were ended'),
  text: t('By {device}. If that wasn’t you, sign in and look at your profile.', {
    device: deviceWords(endedBy, t),
  }),
})

/**
 * Text for the lock screen unless the member has allowed amounts and names there. What has to be stopped within a day is
 * named: it says nothing about money.
 */
export const discreetWordsOf = (notification: Notification, { t }: Localizer): NotificationWords => ({
  title:
    notification.kind !== 'security'
      ? 'Youtility'
      : notification.event === 'passkey_wait_started'
        ? securityTitle(notification.event, t)
        : t('Security notification'),
  text: kindOf(notification).discreet(t),
})

/** What an app that does not know the kind shows; undefined where every installed one does. */
export const labelOf = (notification: Notification, localizer: Localizer): string | undefined => {
  if (!kindOf(notification).labelled) return undefined
  const { title, text } = wordsOf(notification, localizer)
  return `${title}: ${text}`
}

/** Address of what a notification is about. */
export const placeOf = (notification: Notification): string => kindOf(notification).place(notification)
