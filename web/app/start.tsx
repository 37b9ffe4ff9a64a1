import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startUpdates } from '../parts/updates.ts'
import { App } from './app.tsx'
import { startInstall } from './install.ts'

/** Draws the app in the place of what index.html shows. */
export const start = (): void => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element #root')
  startInstall()
  // Drawn piece by piece, so that nobody waits for the whole of it with a tap.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  startUpdates()
}
