import type { ReactNode, SyntheticEvent } from 'react'
import { useHoldUpdates } from '../../parts/updates.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { WaitsReason } from './waits-reason.tsx'
import { t } from '../../texts/texts.ts'

/** The form of one entry of the address book. Stays open, with what was typed, when saving fails. */
export function EntryDialog({
  title,
  submitLabel,
  ready,
  running,
  problem,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  submitLabel: string
  /** There is enough to save. */
  ready: boolean
  running: boolean
  /** Why saving failed, in a heading and a sentence. */
  problem: { readonly title: string; readonly sentence: string | null }
  onSubmit: (event: SyntheticEvent) => void
  onClose: () => void
  children: ReactNode
}) {
  useHoldUpdates(true)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      busy={running}
      footer={
        <>
          <WaitsReason />
          <Button variant="secondary" disabled={running} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form="entry-form" busy={running} disabled={!ready}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id="entry-form" noValidate onSubmit={onSubmit} className="grid gap-4 pb-2">
        {problem.sentence !== null && (
          <Banner tone="debit" live="alert" title={problem.title}>
            {problem.sentence}
          </Banner>
        )}
        {children}
      </form>
    </Dialog>
  )
}
