import { THEME_COLORS, type Theme } from './theme-colors.ts'

/** The mark of web/app/logo.tsx, 32 units wide, and its two colours in each theme (theme.css). */
const STREAMS = 'M9 8.5c0 5 2.6 7.6 7 8.6m7-8.6c0 5-2.6 7.6-7 8.6m0 0v6.6'
const MARK: Record<Theme, readonly [ground: string, streams: string]> = {
  light: ['#702fd9', '#ffffff'],
  'dark-violet': ['#b495fe', '#100b21'],
}
const SCHEME: Record<Theme, string> = { light: 'light', 'dark-violet': 'dark' }
/** Width of the mark, CSS pixels. */
const MARK_PX = 96

/** The mark in the middle of a page without content, as a PNG's address. */
const picture = (theme: Theme, width: number, height: number, ratio: number): string => {
  const canvas = document.createElement('canvas')
  canvas.width = width * ratio
  canvas.height = height * ratio
  const pen = canvas.getContext('2d')
  if (pen === null) return ''
  const [ground, streams] = MARK[theme]
  pen.fillStyle = THEME_COLORS[theme]
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const scale = (MARK_PX * ratio) / 32
  pen.setTransform(scale, 0, 0, scale, canvas.width / 2 - 16 * scale, canvas.height / 2 - 16 * scale)
  pen.fillStyle = ground
  pen.beginPath()
  pen.roundRect(0, 0, 32, 32, 9)
  pen.fill()
  pen.strokeStyle = streams
  pen.lineWidth = 3.2
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D(STREAMS))
  return canvas.toDataURL()
}

/**
 * Gives iPhone and iPad what they show while the installed app starts: they do not make it from the manifest, and take
 * only pictures of exactly their screen's size, which is why each device draws its own. They keep them when the app is
 * added to the Home Screen.
 */
export const addSplash = (): void => {
  const selector = 'link[rel=apple-touch-startup-image]'
  if (document.querySelector(selector) !== null) return
  const sides = [screen.width, screen.height].toSorted((a, b) => a - b)
  const [short = 0, long = 0] = sides
  // These devices have two or three pixels for each of CSS.
  const ratio = [3, 2].find((pixels) => matchMedia(`(min-resolution: ${pixels}dppx)`).matches) ?? 1
  for (const theme of ['light', 'dark-violet'] as const)
    for (const [orientation, width, height] of [
      ['portrait', short, long],
      ['landscape', long, short],
    ] as const) {
      const link = document.createElement('link')
      link.rel = 'apple-touch-startup-image'
      link.media = `(orientation: ${orientation}) and (prefers-color-scheme: ${SCHEME[theme]})`
      link.href = picture(theme, width, height, ratio)
      document.head.append(link)
    }
}
