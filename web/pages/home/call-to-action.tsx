import { ButtonLink } from '../../parts/button-link.tsx'
import { t } from '../../texts/texts.ts'

export function CallToAction() {
  return (
    <section aria-labelledby="start-title" className="page-width pt-4 pb-6 sm:pb-10">
      <div className="rounded-[1.75rem] border border-line bg-primary-soft px-6 py-12 text-center sm:px-12 sm:py-16">
        <h2 id="start-title" className="text-3xl font-bold sm:text-4xl">
          {t('Let the next bill pay itself')}
        </h2>
        <p className="mx-auto mt-3 max-w-xl text-lg text-muted">
          {t('A pool takes a minute to set up and starts at $100.')}
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3 max-sm:flex-col">
          <ButtonLink to="/dashboard" size="lg">
            {t('Create Your First Pool')}
          </ButtonLink>
          <ButtonLink to="/tellepathy" size="lg" variant="secondary">
            {t('Try Tellepathy Free')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
