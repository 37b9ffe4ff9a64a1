import { t } from '../texts/texts.ts'
import type { FlowView } from './flow-view.ts'

/**
 * Texts of a dialog with several actions while one is being executed, and while the server is asked for its outcome.
 * `processingOf`: the running action, such as "Closing the pool".
 */
export const carriedOut = <Intent,>(
  processingOf: (intent: Intent) => string,
): Pick<FlowView<Intent, never, never>, 'processing' | 'checking'> => ({
  processing: (intent) => (
    <output className="block">{t('{going}. This takes a moment.', { going: processingOf(intent) })}</output>
  ),
  checking: (intent) => ({
    what: processingOf(intent),
    waiting: t('The answer was lost. We are asking the server what became of it. Please don’t do it anew.'),
    denied: t('The server has not finished this. You can do it again: it is done once at most.'),
    discard: t('Don’t do it'),
    again: t('Do it again'),
  }),
})
