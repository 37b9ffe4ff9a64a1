import { useState } from 'react'
import { TEST_PERSONS, type IdentityCheck, type TestPerson } from '../../../api/contract/identity-check.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { answerIdentityCheck } from './calls.ts'
import { SettingOfflineReason } from '../../parts/offline-reason.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** In place of the provider's pages: the sandbox's test persons, of whom one answers. */
export function TestPersons({ offered }: { offered: IdentityCheck['test_persons'] }) {
  const { running, problem, run } = useAttempt({ log: t('The check could not be answered.') })
  const [person, setPerson] = useState<TestPerson>('valid')
  const offline = useConnectivity() === 'offline'
  return (
    <form
      noValidate
      className="mt-5 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => answerIdentityCheck(person))
      }}
    >
      <Banner tone="primary" title={t('Sandbox: nobody looks at a document')}>
        <p className="mb-3">{t('Do not photograph one. Whom you answer as decides how the check ends.')}</p>
        <Select
          label={t('Answer as (sandbox)')}
          value={person}
          options={offered.map(({ id, name, outcome }) => ({
            value: id,
            label: `${translateServerText(outcome)} · ${name}`,
          }))}
          onChange={(event) =>
            setPerson(TEST_PERSONS.find(({ id }) => id === event.target.value)?.id ?? 'valid')
          }
        />
      </Banner>
      <Problem>{problem}</Problem>
      <div>
        <Button type="submit" busy={running} disabled={offline}>
          {t('Answer')}
        </Button>
      </div>
      <SettingOfflineReason />
    </form>
  )
}
