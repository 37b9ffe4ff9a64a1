import { CallToAction } from './call-to-action.tsx'
import { Comparison } from './comparison.tsx'
import { Explainer } from './explainer.tsx'
import { Figures } from './figures.tsx'
import { Security } from './security.tsx'
import { Services } from './services.tsx'

/** The landing page below its first screen: a file of its own, which no other page has to load. */
export default function BelowHero() {
  return (
    <>
      <Explainer />
      <Services />
      <Comparison />
      <Figures />
      <Security />
      <CallToAction />
    </>
  )
}
