// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { ToastProvider, useToast } from '../../../web/ui/toast.tsx'

afterEach(cleanup)

function Page({ busy }: { busy: boolean }) {
  const toast = useToast()
  const [open, setOpen] = useState<readonly string[]>([])
  const toggle = (name: string) =>
    setOpen((before) => (before.includes(name) ? before.filter((one) => one !== name) : [...before, name]))
  return (
    <>
      <button onClick={() => toggle('first')}>Open</button>
      {['first', 'second']
        .filter((name) => open.includes(name))
        .map((name) => (
          <Dialog key={name} onClose={() => toggle(name)} title={name} busy={busy}>
            <button onClick={() => toggle('second')}>More</button>
            <button onClick={() => toast({ title: 'Copied' })}>Say in {name}</button>
          </Dialog>
        ))}
      <button onClick={() => toast({ title: 'Copied' })}>Say it</button>
    </>
  )
}

const shown = (busy = false) =>
  render(
    <ToastProvider>
      <Page busy={busy} />
    </ToastProvider>,
  )
const press = (name: string) => fireEvent.click(screen.getByText(name))
const said = () => screen.findByText('Copied')
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
const dialogs = () =>
  screen.queryAllByRole('dialog', { hidden: true }).map((one) => one.querySelector('h2')?.textContent)

it('closes the dialog on top, one at a time, before a toast that came after them', async () => {
  shown()
  press('Open')
  press('More')
  expect(dialogs()).toEqual(['first', 'second'])
  press('Say in second')
  await said()
  escape()
  expect(dialogs()).toEqual(['first'])
  escape()
  expect(dialogs()).toEqual([])
  expect(screen.queryByText('Copied')).not.toBeNull()
  escape()
  expect(screen.queryByText('Copied')).toBeNull()
})

it('closes neither a dialog that is busy nor the toast beside it', async () => {
  shown(true)
  press('Open')
  press('Say in first')
  await said()
  escape()
  expect(dialogs()).toEqual(['first'])
  expect(screen.queryByText('Copied')).not.toBeNull()
})

it('puts a toast away where no dialog is open', async () => {
  shown()
  press('Say it')
  await said()
  escape()
  expect(screen.queryByText('Copied')).toBeNull()
})
