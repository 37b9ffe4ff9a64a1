import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { t } from '../texts/texts.ts'

/** More often than that the page itself is wrong. */
const RENDERED_AGAIN_MAX = 20

/**
 * Catches errors while a page is rendered, so that the header stays usable. React never loads a lazy page again after a
 * failure, so a reload is needed; it's offered, not forced. Where a translator or another extension has moved elements
 * of the page, React does not find them again (`NotFoundError`): the page is then rendered as if it were opened now.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  #renderedAgain = 0

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    console.error('The page failed', error)
    if (error.name !== 'NotFoundError' || this.#renderedAgain === RENDERED_AGAIN_MAX) return
    this.#renderedAgain += 1
    this.setState({ failed: false })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="page-width py-16" role="alert">
        <EmptyState
          icon={<TriangleAlert />}
          title={t('This page could not be shown')}
          action={<Button onClick={() => location.reload()}>{t('Reload the page')}</Button>}
        >
          {t(
            'It may belong to an older version, or the connection dropped while it was loading. Nothing you sent is lost.',
          )}
        </EmptyState>
      </div>
    )
  }
}
