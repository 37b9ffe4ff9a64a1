import { expect, it } from 'vitest'
import { findingsIn } from '../html/checker.ts'

const message = (type: string, text: string, more: object = {}) => ({
  type,
  url: 'file:/tmp/pages/add%20funds.html',
  message: text,
  extract: '<span>\n  <div>',
  ...more,
})
const reportOf = (...messages: readonly object[]) => JSON.stringify({ messages })

it('reads errors and warnings from the HTML checker’s report, each once a page, and what is allowed not', () => {
  const nested = message('error', 'Element “div” not allowed as child of element “span”.')
  const report = reportOf(
    nested,
    nested,
    message('info', 'The “type” attribute is unnecessary.', { subType: 'warning' }),
    message('info', 'Trailing slash on void elements has no effect.'),
    message('info', 'Consider using the “h1” element as a top-level heading only.', { subType: 'warning' }),
    { type: 'non-document-error', message: 'The file could not be read.' },
  )
  expect(findingsIn(report)).toEqual([
    'add funds: Element “div” not allowed as child of element “span”. <span> <div>',
    'add funds: The “type” attribute is unnecessary. <span> <div>',
    ': The file could not be read.',
  ])
})

it('does not take something else for a report without findings', () => {
  expect(() => findingsIn('Error: could not open the jar')).toThrow()
})
