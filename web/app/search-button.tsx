import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { t } from '../texts/texts.ts'

const Palette = lazy(() => import('./palette/palette.tsx'))

/** Opens the search by its button or by Ctrl+K (⌘K), unless another dialog is open. */
export function SearchButton() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLElement>(null)
  useFocusAfter(open, opener)
  const show = () => {
    opener.current = button.current
    setOpen(true)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      if (document.querySelector('[role="dialog"]') !== null) return
      opener.current = button.current
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <IconButton
        ref={button}
        label={t('Search')}
        aria-keyshortcuts="Control+K Meta+K"
        icon={<Search />}
        onClick={show}
      />
      {open && (
        <Suspense>
          <Palette
            onGo={() => {
              // The focus moves to the chosen page.
              opener.current = null
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
