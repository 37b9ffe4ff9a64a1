import { helpAnswers } from '../../pages/help/answers.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../texts/languages.ts'
import { meant, t } from '../../texts/texts.ts'
import type { Entry, Kind } from './rank.ts'

/** `id` is unique among those of its kind. */
export const entry = (
  kind: Kind,
  id: string,
  title: string,
  to: string,
  more: Partial<Pick<Entry, 'detail' | 'words' | 'act'>> = {},
): Entry => ({ key: `${kind} ${id}`, kind, title, detail: '', to, ...more })

const page = (title: string, to: string, words: string) => entry('page', to, title, to, { words })
const action = (title: string, to: string, words: string) => entry('action', to, title, to, { words })
const setting = (title: string, to: string, words: string) =>
  entry('setting', to, title, to, { words: `${t('settings preferences')} ${words}` })

const PAGES: readonly Entry[] = [
  page(t('Dashboard'), '/dashboard', t('overview home')),
  page(t('Wallet'), '/wallet', t('balance money activity statements')),
  page(t('All activity'), '/wallet#history', t('history transactions payments')),
  page(t('Investment Pools'), '/investments', t('pools bills auto-pay')),
  page(t('Contacts'), '/tellepathy', t('tellepathy people circles')),
  page(t('Devices'), '/devices', t('esim telecom data usage')),
  page(t('Governance'), '/wallet?token=governance', t('vote votes voting proposals')),
  page(t('Notifications'), '/notifications', t('bell push alerts')),
  page(t('Profile'), '/profile', t('account security sessions handle')),
  page(t('Your identity'), '/identity', t('verify verification passport kyc')),
  page(t('Decentralized Identity'), '/did', t('did credentials')),
  page(t('Limits'), '/limits', t('limit maximum how much daily')),
  page(t('Help'), '/help', t('hold return fee insurance close support contact')),
  page(t('Verify a receipt'), '/verify', t('proof')),
]

const ACTIONS: readonly Entry[] = [
  action(t('Send Funds'), '/wallet?send=1', t('pay transfer')),
  action(t('Request Funds'), '/wallet?request=1', t('ask owe')),
  action(t('Split a bill'), '/wallet?split=1', t('ask together share divide')),
  action(t('Add Funds'), '/wallet?add=1', t('deposit card bank')),
  action(meant('money, to a bank', 'Withdraw'), '/wallet?withdraw=1', t('payout bank account')),
  action(t('Payment Link'), '/wallet?link=1', t('qr code share get paid')),
  action(t('Create Pool'), '/investments?create=1', t('new invest')),
  action(t('Add eSIM Device'), '/devices?add=1', t('new phone line plan')),
  entry('action', 'sign-out', t('Sign out'), '', { words: t('log out leave'), act: { does: 'sign_out' } }),
]

const SETTINGS: readonly Entry[] = [
  setting(t('Daily limit'), '/profile#daily-limit', t('limits maximum spending')),
  setting(t('Passkeys'), '/profile#passkeys', t('password fingerprint face security sign in login')),
  setting(t('App lock'), '/profile#app-lock', t('pin code privacy')),
  setting(t('Sessions'), '/profile#sessions', t('signed in devices log out everywhere')),
  setting(t('Security activity'), '/profile#security-activity', t('log history sign-ins')),
  setting(t('Access tokens'), '/profile#access-tokens', t('api developer program')),
  setting(t('Blocked members'), '/profile#blocked', t('block unblock stop requests')),
  setting(t('Sharing'), '/profile#sharing', t('privacy public profile qr')),
  setting(t('Your handle'), '/profile#handle', t('username name change')),
  setting(t('Your account'), '/profile#account', t('close account delete export data download')),
  setting(t('Notifications'), '/notifications#settings', t('push email alerts turn off')),
  ...(['light', 'dark-violet', 'system'] as const).map((theme) =>
    entry('setting', `theme ${theme}`, themeTitle(theme), '', {
      words: t('settings theme appearance mode'),
      act: { does: 'theme', theme },
    }),
  ),
  ...LANGUAGES.map((language) =>
    entry('setting', `language ${language}`, LANGUAGE_NAMES[language], '', {
      detail: t('Language'),
      words: t('language sprache'),
      act: { does: 'language', language },
    }),
  ),
]

function themeTitle(theme: 'light' | 'dark-violet' | 'system'): string {
  switch (theme) {
    case 'light':
      return t('Light theme')
    case 'dark-violet':
      return t('Dark theme')
    case 'system':
      return t('Theme as the system')
    default:
      return theme satisfies never
  }
}

/** Every page, action, setting and topic of the help, by the words that people use for it. */
export const places = (): readonly Entry[] => [
  ...PAGES,
  ...ACTIONS,
  ...SETTINGS,
  ...helpAnswers().map(({ id, title, text }) => entry('help', id, title, `/help#${id}`, { words: text })),
]
