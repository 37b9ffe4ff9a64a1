// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { tabKey } from '../../../web/ui/tab-keys.ts'
import { Tabs } from '../../../web/ui/tabs.tsx'

afterEach(() => {
  cleanup()
  document.documentElement.removeAttribute('dir')
})

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 1, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['ArrowDown', 0, null],
  ['Enter', 0, null],
] as const)('%s at %d leads to %s', (key, place, to) => expect(tabKey(key, place, 3, false)).toBe(to))

function Views() {
  const [value, choose] = useState<'one' | 'two' | 'three'>('one')
  return (
    <Tabs
      label="Views"
      value={value}
      onChange={choose}
      tabs={(['one', 'two', 'three'] as const).map((name) => ({
        value: name,
        label: `Tab ${name}`,
        content: `View ${name}`,
      }))}
    />
  )
}
const tab = (name: string) => screen.getByRole('tab', { name: `Tab ${name}` })
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
/** The tab that is chosen, which alone is in the order of the keyboard, and its view. */
const chosen = () => {
  const [selected, ...others] = screen.getAllByRole('tab', { selected: true })
  expect(others).toEqual([])
  expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toEqual([selected])
  const panel = screen.getByRole('tabpanel', { name: selected?.textContent ?? '' })
  expect(selected?.getAttribute('aria-controls')).toBe(panel.id)
  return panel.textContent
}

describe('tabs', () => {
  it('show the view of the one that is pressed', () => {
    render(<Views />)
    expect(chosen()).toBe('View one')
    fireEvent.click(tab('three'))
    expect(chosen()).toBe('View three')
  })
  it('are moved through by arrows, around both ends, and the focus goes with the view', () => {
    render(<Views />)
    tab('one').focus()
    press('ArrowRight')
    expect([chosen(), document.activeElement]).toEqual(['View two', tab('two')])
    press('End')
    press('ArrowRight')
    expect([chosen(), document.activeElement]).toEqual(['View one', tab('one')])
    press('ArrowLeft')
    expect(chosen()).toBe('View three')
  })
  it('go the way the lines run', () => {
    document.documentElement.dir = 'rtl'
    render(<Views />)
    tab('one').focus()
    press('ArrowLeft')
    expect(chosen()).toBe('View two')
  })
  it('leave the browser its shortcuts', () => {
    render(<Views />)
    tab('one').focus()
    expect(press('ArrowLeft', { altKey: true })).toBe(true)
    expect(chosen()).toBe('View one')
  })
})
