/**
 * Words that the rules of common privacy and advertising lists look for in addresses of any site, written down as
 * patterns of ours after reading the general rules of such lists. A word counts where it stands alone in the path:
 * between a slash, dot, hyphen or underscore and another of these, a query or the end.
 */
const WORDS = [
  'a-?b-?tests?',
  'ad|ads|adv|adverts?|advertis\\w*|ad-?block\\w*|ad-?(?:frame|server|tag|sense)s?',
  'affiliates?|sponsor\\w*|promo\\w*|banners?|popups?|popunders?',
  '\\w*analytics?|analys\\w*|statistics?|stats?|metrics|webmetrics',
  '\\w*track|\\w*track(?:er|ers|ing)|trk|clicks?|click-?(?:stream|tale|map)|heat-?maps?',
  'beacons?|pixels?|ping|hit|hits|counter|collect|collector|telemetry|rum|sentry|bugsnag',
  'page-?(?:view|hit|visit)s?|impressions?|visitors?|audiences?|events?-?log\\w*|(?:js|error)?log(?:ger|ging)?',
  'finger-?prints?|geo-?ip|referr?ers?|user-?agents?|supercookies?',
  'social(?:-\\w+)?|share-?(?:bar|buttons?|count\\w*)|newsletters?|cookie-?(?:banner|consent|notice)s?|gdpr|consent',
  'ga|gtm|gtag|utm|omniture|piwik|matomo|mixpanel|segment|hotjar|plausible|umami|amplitude',
]
const BLOCKED = WORDS.map((word) => new RegExp(`(?:^|[/._-])(?:${word})(?=[/._?-]|$)`, 'i'))

/** Whether a list of that kind may block this path: then no page, call or file of ours may have it. */
export const mayBeBlocked = (path: string): boolean => BLOCKED.some((pattern) => pattern.test(path))
