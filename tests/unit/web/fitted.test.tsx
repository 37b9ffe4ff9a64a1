import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Money } from '../../../web/parts/money.tsx'

it('a figure says how long it is where it has to fit, and nothing where it is short', () => {
  const long = renderToStaticMarkup(<Money amount="425.000477" currency="YUT" fit />)
  expect(long).toContain('<span data-figure="" style="--figure:14">425.000477 YUT</span>')
  expect(renderToStaticMarkup(<Money amount="425.000477" currency="YUT" />)).not.toContain('data-figure')
  expect(renderToStaticMarkup(<Money amount="4.00" currency="USD" fit />)).not.toContain('data-figure')
})
