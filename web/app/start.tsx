import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startUpdates } from '../parts/updates.ts'
import { App } from './app.tsx'
import { startInstall } from './install.ts'

/** Renders the app in place of the content of index.html. */
export const start = (): void => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element #root')
  startInstall()
  // Rendered in pieces, so that a tap is handled between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  startUpdates()
}
