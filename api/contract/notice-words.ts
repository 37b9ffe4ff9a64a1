import { accountWords, securityTitle } from './notice-words/account.ts'
import { type KindsWords, type KindWords, type Localizer, updateText } from './notice-words/kind-words.ts'
import { moneyWords } from './notice-words/money.ts'
import { serviceWords } from './notice-words/services.ts'
import type { Notice, NoticeKind } from './notifications.ts'
import { UNFAMILIAR } from './open.ts'
import type { Say } from './texts.ts'

export type { Localizer } from './notice-words/kind-words.ts'

const KINDS: KindsWords<NoticeKind> = { ...moneyWords, ...serviceWords, ...accountWords }

const UNFAMILIAR_WORDS: KindWords<typeof UNFAMILIAR> = {
  name: updateText,
  words: ({ label }, { t }) => [t('Something new'), label ?? updateText(t)],
  discreet: updateText,
  place: () => '/notifications',
}

const kindOf = ({ kind }: Notice): KindWords<Notice['kind']> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entry of a kind takes the notices of that kind
  (kind === UNFAMILIAR ? UNFAMILIAR_WORDS : KINDS[kind]) as KindWords<Notice['kind']>

/** Text of a notice. {@link wordsOf} names people and amounts, {@link discreetWordsOf} does not. */
interface NoticeWords {
  readonly title: string
  readonly text: string
}

/** Name of a kind of notice in the settings. */
export const kindName = (kind: NoticeKind, t: Say): string => KINDS[kind].name(t)

/** The full text of a notice. */
export const wordsOf = (notice: Notice, localizer: Localizer): NoticeWords => {
  const [title, text] = kindOf(notice).words(notice, localizer)
  return { title, text }
}

/**
 * Text for the lock screen unless the member has allowed amounts and names there. What has to be stopped within a day is
 * named: it says nothing about money.
 */
export const discreetWordsOf = (notice: Notice, { t }: Localizer): NoticeWords => ({
  title:
    notice.kind !== 'security'
      ? 'Youtility'
      : notice.event === 'passkey_wait_started'
        ? securityTitle(notice.event, t)
        : t('Security notice'),
  text: kindOf(notice).discreet(t),
})

/** What an app that does not know the kind shows; undefined where every installed one does. */
export const labelOf = (notice: Notice, localizer: Localizer): string | undefined => {
  if (!kindOf(notice).labelled) return undefined
  const { title, text } = wordsOf(notice, localizer)
  return `${title}: ${text}`
}

/** Address of what a notice is about. */
export const placeOf = (notice: Notice): string => kindOf(notice).place(notice)
