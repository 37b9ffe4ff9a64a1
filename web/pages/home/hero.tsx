import { ArrowRight } from 'lucide-react'
import { ButtonLink } from '../../parts/button-link.tsx'
import { HeroPicture } from './hero-picture.tsx'
import { t } from '../../texts/texts.ts'

export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="overflow-hidden border-b border-line bg-surface">
      <div className="page-width grid grid-cols-1 items-center gap-10 py-12 sm:py-16 lg:grid-cols-[1.2fr_1fr] lg:gap-14 lg:py-24">
        <div>
          <h1
            id="hero-title"
            className="text-[clamp(2.125rem,1.5rem+2.6vw,3.375rem)] leading-[1.05] font-extrabold tracking-tight hyphens-auto wrap-break-word"
          >
            {t('Your investments pay your bills automatically')}
          </h1>
          <p className="mt-5 max-w-xl text-lg text-muted sm:text-xl">
            {t(
              'Put money to work in a pool. As its dividends and gains come in, they settle what you owe every month, while what you put in stays yours.',
            )}
          </p>
          <div className="mt-8 flex flex-wrap gap-3 max-sm:flex-col">
            <ButtonLink to="/dashboard" size="lg">
              {t('START INVESTING')}
              <ArrowRight className="size-5!" />
            </ButtonLink>
            <ButtonLink to="/tellepathy" size="lg" variant="secondary">
              {t('EXPLORE TELLEPATHY')}
            </ButtonLink>
          </div>
        </div>
        <HeroPicture />
      </div>
    </section>
  )
}
