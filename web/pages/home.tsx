import { lazy, Suspense } from 'react'
import { useAuth } from '../data/session.tsx'
import { Hero } from './home/hero.tsx'
import { NextStepFrame } from './home/next-step-frame.tsx'

const NextStep = lazy(() => import('./home/next-step.tsx'))
const BelowHero = lazy(() => import('./home/below-hero.tsx'))

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
      <Suspense fallback={<div aria-busy="true" className="min-h-dvh" />}>
        <BelowHero />
      </Suspense>
    </>
  )
}
