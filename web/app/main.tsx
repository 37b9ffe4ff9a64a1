import '../ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startInstall } from './install.ts'
import { startUpdates } from '../parts/updates.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

startInstall()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
startUpdates()
