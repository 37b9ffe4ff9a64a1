import * as limits from '../../api/contract/limits.ts'
import { dollars } from '../../web/texts/money.ts'
import { expect, opens, page, test } from './support/page.tsx'

opens('/limits', null, { ready: () => page.screen.findByRole('heading', { name: 'Limits', level: 1 }) })

/** Every figure in a limit, with its name. */
const figures: readonly (readonly [name: string, value: number])[] = Object.entries(limits).flatMap(
  ([name, limit]) =>
    typeof limit === 'number'
      ? [[name, limit] as const]
      : Object.entries(limit).map(([key, value]: [string, number]) => [`${name}.${key}`, value] as const),
)

test.each(figures)('says %s', (name, value) =>
  expect(document.body.textContent).toContain(name.includes('CENTS') ? dollars(value) : String(value)),
)
