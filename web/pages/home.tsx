import { lazy, Suspense } from 'react'
import { useAuth } from '../data/session.tsx'
import { CallToAction } from './home/call-to-action.tsx'
import { Comparison } from './home/comparison.tsx'
import { Explainer } from './home/explainer.tsx'
import { Figures } from './home/figures.tsx'
import { Hero } from './home/hero.tsx'
import { Security } from './home/security.tsx'
import { NextStepFrame } from './home/next-step-frame.tsx'
import { Services } from './home/services.tsx'

const NextStep = lazy(() => import('./home/next-step.tsx'))

/** The public landing page; a member finds first what waits for them. */
export default function Home() {
  const { status } = useAuth()
  return (
    <>
      {status === 'signed_in' && (
        <Suspense fallback={<NextStepFrame />}>
          <NextStep />
        </Suspense>
      )}
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
