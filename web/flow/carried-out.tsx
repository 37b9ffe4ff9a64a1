import { t } from '../texts/texts.ts'
import type { FlowView } from './flow-view.ts'

/**
 * What a dialog of several actions says while one is carried out, and while the server is asked what became of it.
 * `goingOf`: what is being done, such as "Closing the pool".
 */
export const carriedOut = <Intent,>(
  goingOf: (intent: Intent) => string,
): Pick<FlowView<Intent, never, never>, 'going' | 'checking'> => ({
  going: (intent) => (
    <output className="block">{t('{going}. This takes a moment.', { going: goingOf(intent) })}</output>
  ),
  checking: (intent) => ({
    what: goingOf(intent),
    waiting: t('The answer was lost. We are asking the server what became of it. Please don’t do it anew.'),
    denied: t('The server has not finished this. You can do it again: it is done once at most.'),
    discard: t('Don’t do it'),
    again: t('Do it again'),
  }),
})
