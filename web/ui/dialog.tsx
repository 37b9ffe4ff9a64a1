import { clsx } from 'clsx'
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, type RefObject, useCallback, useRef } from 'react'
import { iconButtonClass } from './icon-button.tsx'
import { useHistoryEntries } from './history-entries.ts'
import { HeadingLevel } from './heading-level.ts'
import { useOpenDialog } from './open-dialogs.ts'
import { useScrollLock } from './scroll-lock.ts'
import { t } from '../texts/texts.ts'

interface DialogProps {
  /** Called by the close button, Escape, and, if allowed, a click outside the dialog. Never while busy. */
  onClose: () => void
  /** Called by the browser's Back in place of `onClose`, where that would discard what was typed. */
  onLeave?: () => void
  /** Entries in the browser's history; 0 where whatever opens the dialog keeps them. */
  entries?: number
  /** The heading; it gets the focus when the dialog opens and at each new step. */
  title: string
  /** Name of a flow's step: when it changes, the heading gets the focus. */
  step?: string
  description?: ReactNode
  /** Something is under way whose outcome closing would hide: the dialog can't be closed. */
  busy?: boolean
  /** A click outside the dialog closes it. Off by default: typed text would be lost. */
  closeOnOutside?: boolean
  size?: 'md' | 'lg'
  /** Gets the focus at first, instead of the heading: the field that the dialog is for. */
  focus?: RefObject<HTMLElement | null>
  /** Buttons at the foot; they stay visible while the content scrolls. */
  footer?: ReactNode
  children?: ReactNode
}

/**
 * A modal dialog, open for as long as it is rendered; on phones a sheet over the full height.
 *
 * The backdrop is our own element: Radix' Overlay locks scrolling with a style element, which the content security
 * policy forbids; see useScrollLock.
 */
export function Dialog({
  onClose,
  onLeave = onClose,
  entries = 1,
  title,
  step = '',
  description,
  busy = false,
  closeOnOutside = false,
  size = 'md',
  focus,
  footer,
  children,
}: DialogProps) {
  useScrollLock()
  const close = () => {
    if (!busy) onClose()
  }
  useOpenDialog(close)
  useHistoryEntries(entries, { leave: () => !busy && onLeave() })
  const heading = useRef<HTMLHeadingElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  // Each step has its own heading element (`key`): mounting it moves the focus.
  const arrive = useCallback(
    (element: HTMLHeadingElement | null) => {
      heading.current = element
      if (!element) return
      scroller.current?.scrollTo(0, 0)
      if (focus === undefined) element.focus()
    },
    [focus],
  )
  const refuseIf = (refused: boolean) => (event: Event) => {
    if (refused) event.preventDefault()
  }
  return (
    <Radix.Root open onOpenChange={(next) => !next && close()}>
      {/* With an explicit container it is rendered with what opens it, in pieces; else in one piece once it is
          mounted. */}
      <Radix.Portal container={document.body}>
        <div className="fixed inset-0 z-40 bg-scrim animate-fade-in" aria-hidden="true" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          aria-busy={busy || undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            ;(focus?.current ?? heading.current)?.focus()
          }}
          onEscapeKeyDown={refuseIf(busy)}
          onInteractOutside={refuseIf(busy || !closeOnOutside)}
          className={clsx(
            'fixed z-50 flex flex-col bg-raised text-ink shadow-float animate-rise',
            'inset-0 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[min(46rem,calc(100dvh-3rem))] sm:w-[calc(100vw-3rem)]',
            'sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card sm:border sm:border-line sm:py-0',
            size === 'lg' ? 'sm:max-w-2xl' : 'sm:max-w-lg',
          )}
        >
          <div className="flex items-start justify-between gap-3 px-5 pt-4 pb-2 sm:px-6 sm:pt-5">
            {/* A name in it may be one long word, which would push the button beside it out of view. */}
            <div className="grid min-w-0 grid-cols-1 gap-1 pt-2.5 wrap-anywhere">
              <Radix.Title key={step} ref={arrive} tabIndex={-1} className="text-xl leading-tight font-bold">
                {title}
              </Radix.Title>
              {description !== undefined && (
                <Radix.Description className="text-sm text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close aria-label={t('Close')} disabled={busy} className={clsx(iconButtonClass, '-me-2')}>
              <X />
            </Radix.Close>
          </div>
          <div
            ref={scroller}
            className="min-h-0 flex-1 scroll-py-14 overflow-y-auto overscroll-contain px-5 py-3 sm:px-6"
          >
            <HeadingLevel value={3}>{children}</HeadingLevel>
          </div>
          {footer !== undefined && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 *:max-sm:flex-1 sm:px-6">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
