import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { HeaderFrame } from '../app/header-frame.tsx'
import { Verifying } from '../app/verifying.tsx'
import { Hero } from '../pages/home/hero.tsx'

/**
 * The content of index.html until the app is loaded: the beginning of the landing page, or the notice that access is
 * being verified, rendered by the same components that the app then renders in its place. `theme.js` selects one of
 * them by the address; theme.css hides the other, and both if the language isn't English, because these texts are
 * English.
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
