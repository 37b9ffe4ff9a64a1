import { CallToAction } from './home/call-to-action.tsx'
import { Comparison } from './home/comparison.tsx'
import { Explainer } from './home/explainer.tsx'
import { Figures } from './home/figures.tsx'
import { Hero } from './home/hero.tsx'
import { Security } from './home/security.tsx'
import { Services } from './home/services.tsx'

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
