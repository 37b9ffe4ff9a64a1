import * as limits from '../../api/contract/limits.ts'
import { dollars } from '../../web/texts/money.ts'
import { expect, opens, page, test } from './support/page.tsx'

opens('/limits', null, { ready: () => page.screen.findByRole('heading', { name: 'Limits', level: 1 }) })

type Figure = readonly [name: string, value: number]
const figures = Object.entries(limits).flatMap(([name, limit]): readonly Figure[] =>
  typeof limit === 'number'
    ? [[name, limit]]
    : Object.entries(limit).map(([key, value]: [string, number]): Figure => [`${name}.${key}`, value]),
)

test.each(figures)('says %s', (name, value) =>
  expect(document.body.textContent).toContain(/cents/i.test(name) ? dollars(value) : String(value)),
)
