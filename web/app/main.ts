import '../ui/theme.css'
import { firstPaint } from './first-paint.ts'

/** Starts in several tasks, so that a tap is handled between them. */
const startApp = async (): Promise<void> => {
  await firstPaint()
  await import('./libraries.ts')
  const { start } = await import('./start.tsx')
  start()
}

void startApp()
