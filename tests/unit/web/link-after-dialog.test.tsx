// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { BrowserRouter, useNavigate } from '../../../web/parts/router.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Leads() {
  const navigate = useNavigate()
  return <button onClick={() => navigate('/elsewhere')}>Lead</button>
}

function Page({ onFollow }: { onFollow: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      {open && <Dialog onClose={() => setOpen(false)} title="Details" />}
      <a
        href="#elsewhere"
        onClick={(event) => {
          event.preventDefault()
          onFollow()
        }}
      >
        Elsewhere
      </a>
      <Leads />
    </>
  )
}

it('a link that is tapped while the browser leaves the entry of a closed dialog is followed afterwards, once, and what leads elsewhere by itself too', async () => {
  const backs = vi.spyOn(window.history, 'go').mockReturnValue()
  const followed = vi.fn<() => void>()
  render(
    <BrowserRouter>
      <Page onFollow={followed} />
    </BrowserRouter>,
  )
  await vi.waitFor(() => expect(window.history.state).toMatchObject({ usr: { layers: 1 } }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await vi.waitFor(() => expect(backs).toHaveBeenCalled())
  fireEvent.click(screen.getByText('Elsewhere'))
  fireEvent.click(screen.getByText('Lead'))
  expect(followed).not.toHaveBeenCalled()
  expect(window.location.pathname).toBe('/')
  window.history.replaceState({ usr: {} }, '')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await vi.waitFor(() => expect(followed).toHaveBeenCalledOnce())
  expect(window.location.pathname).toBe('/elsewhere')
  fireEvent.click(screen.getByText('Elsewhere'))
  expect(followed).toHaveBeenCalledTimes(2)
})
