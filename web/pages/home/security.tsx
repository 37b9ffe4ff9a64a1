import { BadgeCheck, Bot, Fingerprint, ShieldCheck } from 'lucide-react'
import { Section } from './section.tsx'
import { t } from '../../texts/texts.ts'

const claims = [
  {
    Icon: ShieldCheck,
    title: t('Insured up to $250,000'),
    text: t('Your funds are held and insured through our banking partners.'),
  },
  {
    Icon: BadgeCheck,
    title: t('Blockchain-verified transactions'),
    text: t('Every movement leaves a record that can be checked and can’t be rewritten.'),
  },
  {
    Icon: Fingerprint,
    title: t('Self-sovereign identity'),
    text: t('A decentralized identity that belongs to you. You decide what to show and to whom.'),
  },
  {
    Icon: Bot,
    title: t('AI optimisation, around the clock'),
    text: t('Plans and pools are watched day and night for a better price or a better return.'),
  },
]

export function Security() {
  return (
    <Section title={t('Built to be trusted with money')}>
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {claims.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden="true"
              className="grid size-11 shrink-0 place-items-center rounded-control bg-primary-soft text-primary"
            >
              <Icon className="size-5.5" />
            </span>
            <div>
              <h3 className="text-lg font-bold">{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
