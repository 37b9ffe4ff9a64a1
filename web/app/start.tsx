import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { lockEntry } from '../data/at-rest.ts'
import { startUpdates } from '../parts/updates.ts'
import { beginSession } from '../data/session.tsx'
import { App } from './app.tsx'
import { startInstall } from './install.ts'
import { loadPage } from './routes.tsx'

/** Renders the app in place of the content of index.html. */
export const start = async (): Promise<void> => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element #root')
  startInstall()
  if (lockEntry() !== null) await (await import('./lock.tsx')).keepLocked(root)
  const begun = beginSession()
  void loadPage(globalThis.location.pathname)
  await begun
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
