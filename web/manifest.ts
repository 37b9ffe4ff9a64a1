import type { ManifestOptions } from 'vite-plugin-pwa'
import { THEME_COLORS } from './app/theme-colors.ts'

const icon = (src: string, size: number, purpose: 'any' | 'maskable' | 'monochrome') => ({
  src: `/icons/${src}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** Marks a text of the manifest for the collection of texts. */
const t = (text: string): string => text

/** A member and, for browsers that support it, its translations: `name`, `name_localized`. */
const localizedIn =
  (languages: Catalogues) =>
  <T extends Readonly<Record<string, string>>>(texts: T): T => ({
    ...texts,
    ...Object.fromEntries(
      Object.entries(texts).map(([member, text]) => [
        `${member}_localized`,
        Object.fromEntries([...languages].map(([language, texts]) => [language, texts.get(text) ?? text])),
      ]),
    ),
  })

/** English text to translation, by language. */
type Catalogues = ReadonlyMap<string, ReadonlyMap<string, string>>

type Localize = ReturnType<typeof localizedIn>

/** The shortcuts in the menu of the app's icon. */
const shortcutsIn = (localized: Localize): ManifestOptions['shortcuts'] => [
  {
    ...localized({ name: t('Send funds'), short_name: t('Send') }),
    url: '/wallet?send=1',
    icons: [icon('shortcut-send-96.png', 96, 'any')],
  },
  {
    ...localized({ name: t('Request funds'), short_name: t('Request') }),
    url: '/wallet?request=1',
    icons: [icon('shortcut-request-96.png', 96, 'any')],
  },
  {
    ...localized({ name: t('Devices') }),
    url: '/devices',
    icons: [icon('shortcut-devices-96.png', 96, 'any')],
  },
  {
    ...localized({ name: t('Wallet') }),
    url: '/wallet',
    icons: [icon('shortcut-wallet-96.png', 96, 'any')],
  },
]

/** Address of the manifest for those with a dark theme: `theme.js` puts it in place of the usual one. */
export const DARK_MANIFEST = 'dark.webmanifest'

/** The same app, started on dark. */
export const darkManifestIn = (languages: Catalogues): Partial<ManifestOptions> => ({
  ...manifestIn(languages),
  background_color: THEME_COLORS['dark-violet'],
  theme_color: THEME_COLORS['dark-violet'],
})

/**
 * The manifest, which describes the app to the device that installs it: in English, and by members such as
 * `name_localized` in the languages of these catalogues.
 */
export const manifestIn = (languages: Catalogues): Partial<ManifestOptions> => {
  const localized = localizedIn(languages)
  return {
    id: '/',
    name: 'Youtility',
    short_name: 'Youtility',
    ...localized({
      description: t('Investment pools that pay your utility bills, and a wallet to send and receive money.'),
    }),
    lang: 'en',
    dir: 'ltr',
    start_url: '/dashboard?source=pwa',
    scope: '/',
    display: 'standalone',
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    categories: ['finance', 'utilities'],
    launch_handler: { client_mode: 'focus-existing' },
    // Links of our scheme, and content that other apps share with this one, are opened by web/pages/pay/open.tsx.
    protocol_handlers: [{ protocol: 'web+youtility', url: '/open?link=%s' }],
    share_target: {
      action: '/open',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('maskable-192.png', 192, 'maskable'),
      icon('maskable-512.png', 512, 'maskable'),
      // Coloured by the device, to match its theme.
      icon('monochrome-512.png', 512, 'monochrome'),
    ],
    shortcuts: shortcutsIn(localized),
    screenshots: [
      {
        src: '/screenshots/wide.png',
        sizes: '1280x800',
        type: 'image/png',
        form_factor: 'wide',
        ...localized({ label: t('Your Wallet') }),
      },
      {
        src: '/screenshots/narrow.png',
        sizes: '780x1688',
        type: 'image/png',
        form_factor: 'narrow',
        ...localized({ label: t('Youtility on a phone') }),
      },
    ],
  }
}
