import { Ban } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { type Person, personText } from '../../api/contract/person.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useFocusAfter } from './use-focus-after.ts'

const BlockDialog = lazy(() => import('./block-dialog.tsx'))

/** Blocks a member; nothing for a former one, who can do nothing any more. `named`: nothing beside it says whom. */
export function BlockButton({ person, named = false }: { person: Person; named?: boolean }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(open, button)
  if (person.handle === '') return null
  return (
    <>
      <Button ref={button} variant="quiet" size="sm" icon={<Ban />} onClick={() => setOpen(true)}>
        {named ? (
          t('Block {name}', { name: personText(person) })
        ) : (
          <>
            {t('Block')}
            <VisuallyHidden> {personText(person)}</VisuallyHidden>
          </>
        )}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <BlockDialog person={person} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
