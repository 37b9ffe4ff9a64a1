import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { HeadingLevel } from '../../../web/ui/heading-level.ts'

const nothing = <EmptyState title="Nothing" />

it.each([
  ['a page', nothing, 'h2'],
  [
    'a card',
    <Card key="" title="A card">
      {nothing}
    </Card>,
    'h3',
  ],
  [
    'a part of a card',
    <Card key="" title="A card">
      <HeadingLevel value={4}>{nothing}</HeadingLevel>
    </Card>,
    'h4',
  ],
  ['a card without a title', <Card key="">{nothing}</Card>, 'h2'],
])('an empty state of %s has a heading of the next level', (_, element, tag) =>
  expect(renderToStaticMarkup(element)).toMatch(new RegExp(`<${tag}[^>]*>Nothing</${tag}>`)),
)
