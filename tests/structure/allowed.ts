/** Exceptions to `npm run check:structure`, each with its reason. */

const CASES =
  'One case for each kind of event or command, side by side: the switch is exhaustive, and splitting hides a case.'

/** `{file} {function}`: functions with more lines of their own than allowed. */
export const LONG_FUNCTIONS: Readonly<Record<string, string>> = {
  'events/audit/bills.ts check': CASES,
  'events/audit/pools.ts checkPool': CASES,
  'events/audit/votes.ts check': CASES,
  'events/postings.ts postings': CASES,
  'events/wallet/decide.ts decide': CASES,
  'web/pages/pools/action/words.ts wordsOf': CASES,
  'web/pages/profile/security-words.ts eventWords': CASES,
}

/** `{file} {text}`: texts that may be the same in every language. */
export const UNTRANSLATED: Readonly<Record<string, string>> = {
  'web/start/plugin.ts youtility:start-of-pages': 'a step of the build, which no page shows',
  'web/pages/contacts/analytics/report.ts Date (UTC),Calls,Voice minutes,Messages,Data (MB)':
    'The first line of a CSV file, which other programs read.',
  'web/push-message.ts There is something new.':
    'The service worker has no catalogue; this stands where no page has left it the text in its language.',
}

/** `{file} {text}`: what is no text although it looks like one, for the rule about texts beside what comes and goes. */
export const NOT_BARE: Readonly<Record<string, string>> = {
  'web/ui/tooltip.tsx children': 'An element with a label, as the comment of Tooltip says.',
}

const DEXIE = 'Of Dexie’s collections, not of iterators.'

/** `{file} {feature}`: what only looks like something that a supported browser may lack. */
export const NOT_NEWER: Readonly<Record<string, string>> = {
  'web/data/intents.ts .toArray()': DEXIE,
  'web/data/outbox.ts .toArray()': DEXIE,
  'web/data/mending.ts .toArray()': DEXIE,
}
