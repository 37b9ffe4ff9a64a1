import { useState } from 'react'
import { governanceOperations, type Proposal } from '../../../api/contract/governance.ts'
import { call } from '../../data/client.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { t } from '../../texts/texts.ts'

interface Listed {
  readonly proposals: readonly Proposal[]
  readonly next_after?: string | null | undefined
}

/** Open proposals beyond those that the device keeps. They are fetched again when the list has changed. */
export const useMoreProposals = (first: Listed | null) => {
  const [more, setMore] = useState<{ readonly of: Listed | null; readonly pages: readonly Listed[] }>({
    of: null,
    pages: [],
  })
  const attempt = useAttempt({ otherwise: t('More proposals could not be fetched.') })
  const pages = more.of === first ? more.pages : []
  const after = (pages.at(-1) ?? first)?.next_after ?? null
  return {
    proposals: pages.flatMap((page) => page.proposals),
    problem: attempt.problem,
    /** Fetches the next ones; null: there are none. */
    fetchMore:
      after === null
        ? null
        : () =>
            void attempt.run(
              async () => (await call(governanceOperations.listProposals, { query: { after } })).data,
              (page) => setMore({ of: first, pages: [...pages, page] }),
            ),
  }
}
