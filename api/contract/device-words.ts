import type { Say } from './texts.ts'

/** Translates a browser's name from `api/security-trail/device-name.ts`, such as "Firefox on Linux". */
export const deviceWords = (device: string, t: Say): string => {
  if (device === 'Another program') return t('Another program')
  const at = device.lastIndexOf(' on ')
  if (at < 1) return device
  const [browser, system] = [device.slice(0, at), device.slice(at + ' on '.length)]
  return browser === 'A program'
    ? t('A program on {system}', { system })
    : t('{browser} on {system}', { browser, system })
}
