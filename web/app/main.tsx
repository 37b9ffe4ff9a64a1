import '../ui/theme.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startInstall } from './install.ts'
import { startUpdates } from '../parts/updates.ts'

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
