import type { ManifestOptions } from 'vite-plugin-pwa'

const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${src}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** How the app presents itself to the device it is installed on. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Youtility',
  short_name: 'Youtility',
  description: 'Investment pools that pay your utility bills, and a wallet to send and receive money.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/dashboard?source=pwa',
  scope: '/',
  display: 'standalone',
  background_color: '#faf9fc',
  theme_color: '#faf9fc',
  categories: ['finance', 'utilities'],
  launch_handler: { client_mode: 'focus-existing' },
  // Links of ours, and what other apps share with this one, are opened by web/pages/pay/open.tsx.
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
  ],
  shortcuts: [
    {
      name: 'Send funds',
      short_name: 'Send',
      url: '/wallet?send=1',
      icons: [icon('shortcut-send-96.png', 96, 'any')],
    },
    {
      name: 'Request funds',
      short_name: 'Request',
      url: '/wallet?request=1',
      icons: [icon('shortcut-request-96.png', 96, 'any')],
    },
    {
      name: 'Devices',
      url: '/devices',
      icons: [icon('shortcut-devices-96.png', 96, 'any')],
    },
    {
      name: 'Wallet',
      url: '/wallet',
      icons: [icon('shortcut-wallet-96.png', 96, 'any')],
    },
  ],
  screenshots: [
    {
      src: '/screenshots/wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'Investments that pay your bills',
    },
    {
      src: '/screenshots/narrow.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Youtility on a phone',
    },
  ],
}
