import { ArrowRight, Database, Smartphone, Zap } from 'lucide-react'
import { Link } from '../../parts/router.ts'
import { Badge } from '../../ui/badge.tsx'
import { Section } from './section.tsx'
import { t } from '../../texts/texts.ts'

const later = [
  {
    Icon: Zap,
    title: t('Energy'),
    text: t('Power for your home, with tariffs compared and switched for you.'),
    when: t('Coming Q2 2024'),
  },
  {
    Icon: Database,
    title: t('Data marketplace'),
    text: t('Decide who may use your data, and be paid for it.'),
    when: t('Coming Q3 2024'),
  },
]

export function Services() {
  return (
    <Section
      title={t('Your utilities, under one roof')}
      lead={t('It begins with your phone. Energy and data are to follow.')}
    >
      <div className="grid gap-4 md:grid-cols-3 md:gap-6">
        <Link
          to="/tellepathy"
          className="group flex flex-col rounded-card border border-line bg-surface p-6 shadow-card transition-shadow duration-150 hover:shadow-float"
        >
          <div className="flex items-center justify-between gap-2">
            <span
              aria-hidden="true"
              className="grid size-12 place-items-center rounded-control bg-primary text-on-primary"
            >
              <Smartphone className="size-6" />
            </span>
            <Badge tone="primary">{t('First service')}</Badge>
          </div>
          <h3 className="mt-5 text-xl font-bold">{t('Tellepathy')}</h3>
          <p className="mt-2 flex-1 text-muted">
            {t('Social telecom: your contacts and circles, eSIMs for every device, and a bill that shrinks.')}
          </p>
          <span className="mt-5 inline-flex items-center gap-2 font-semibold text-link">
            {t('Explore Tellepathy')}
            <ArrowRight className="size-4 transition-transform duration-150 group-hover:translate-x-1 rtl:group-hover:-translate-x-1" />
          </span>
        </Link>
        {later.map(({ Icon, title, text, when }) => (
          <div
            key={title}
            className="flex flex-col rounded-card border border-dashed border-line bg-sunken p-6"
          >
            <div className="flex items-center justify-between gap-2">
              <span
                aria-hidden="true"
                className="grid size-12 place-items-center rounded-control bg-line text-muted"
              >
                <Icon className="size-6" />
              </span>
              <span className="text-sm font-semibold text-muted">{when}</span>
            </div>
            <h3 className="mt-5 text-xl font-bold text-muted">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </div>
        ))}
      </div>
    </Section>
  )
}
