import '../ui/theme.css'
import { firstPaint } from './first-paint.ts'
import { NEWER } from './newer.ts'

/** Starts in several tasks, so that a tap is handled between them. */
const startApp = async (): Promise<void> => {
  // `browser.js` says instead what the browser lacks.
  if (document.documentElement.hasAttribute('data-too-old')) return
  await firstPaint()
  if (Object.entries(NEWER).some(([name, owner]) => !(name in owner)))
    (await import('./fallbacks.ts')).fillGaps()
  await import('./libraries.ts')
  const { start } = await import('./start.tsx')
  await start()
}

void startApp()
