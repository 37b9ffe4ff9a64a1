import '../ui/theme.css'
import { firstPaint } from './first-paint.ts'

/** In several tasks, so that nobody waits for all of it with a tap. */
const startApp = async (): Promise<void> => {
  await firstPaint()
  await import('./libraries.ts')
  const { start } = await import('./start.tsx')
  start()
}

void startApp()
