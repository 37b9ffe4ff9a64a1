import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { HeaderFrame } from '../app/header-frame.tsx'
import { Verifying } from '../app/verifying.tsx'
import { Hero } from '../pages/home/hero.tsx'

/**
 * What index.html shows before the app has come: the beginning of the landing page, or that somebody's access is being
 * verified, drawn by the very parts that the app then draws in its place. `theme.js` says which of them an address
 * gets, theme.css hides the other, and both where the language isn't English, for these are the texts of English.
 */
export const startMarkup = (): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <div data-until-app="" className="flex min-h-dvh flex-col">
        <HeaderFrame />
        <main className="flex-1">
          <div data-start-of="landing">
            <Hero />
          </div>
          <div data-start-of="members">
            <Verifying />
          </div>
        </main>
      </div>
    </MemoryRouter>,
  )
