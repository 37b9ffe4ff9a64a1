import { BadgeCheck, Bot, Fingerprint, ShieldCheck } from 'lucide-react'
import { Section } from './section.tsx'

const claims = [
  {
    Icon: ShieldCheck,
    title: 'Insured up to $250,000',
    text: 'Your funds are held and insured through our banking partners.',
  },
  {
    Icon: BadgeCheck,
    title: 'Blockchain-verified transactions',
    text: 'Every movement leaves a record that can be checked and can’t be rewritten.',
  },
  {
    Icon: Fingerprint,
    title: 'Self-sovereign identity',
    text: 'A decentralized identity that belongs to you. You decide what to show and to whom.',
  },
  {
    Icon: Bot,
    title: 'AI optimisation, around the clock',
    text: 'Plans and pools are watched day and night for a better price or a better return.',
  },
]

export function Security() {
  return (
    <Section title="Built to be trusted with money">
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
