import { CallToAction } from './call-to-action.tsx'
import { Comparison } from './comparison.tsx'
import { Explainer } from './explainer.tsx'
import { Figures } from './figures.tsx'
import { Hero } from './hero.tsx'
import { Security } from './security.tsx'
import { Services } from './services.tsx'

/** The public landing page. */
export default function Home() {
  return (
    <>
      <Hero />
      <Explainer />
      <Services />
      <Comparison />
      <Figures />
      <Security />
      <CallToAction />
    </>
  )
}
