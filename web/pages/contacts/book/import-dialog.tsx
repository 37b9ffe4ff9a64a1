import { useEffect, useEffectEvent, useState } from 'react'
import type { ImportAnswer, ImportLine } from '../../../../api/contract/contacts.ts'
import { useHoldUpdates } from '../../../parts/updates.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { commitImport, previewImport } from '../../../data/contact-changes.ts'
import { UnknownOutcomeError } from '../../../data/errors.ts'
import { Button, LeaveButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Select } from '../../../ui/select.tsx'
import { OfflineReason } from '../../../parts/offline-reason.tsx'
import {
  type FileContacts,
  type LineProblem,
  NameUnknown,
  readContacts,
  type Reading,
  UnreadableFile,
} from '../files/read.ts'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { contactsText } from '../words.ts'
import type { Encoding } from '../files/csv-encoding.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportEncoding } from './import-encoding.tsx'
import { ImportPreview } from './import-preview.tsx'
import { choosePhoneCountry, countryOptions, usePhoneCountry } from './phone-country.ts'
import { t } from '../../../texts/texts.ts'
import { translateServerText } from '../../../texts/translate-server-text.ts'

interface Looked {
  readonly name: string
  readonly contacts: readonly ImportLine[]
  readonly problems: readonly LineProblem[]
  readonly unsaved: FileContacts['unsaved']
  readonly encoding: Encoding | undefined
  /** The server's preview of the import; null when no line could be read. */
  readonly answer: ImportAnswer | null
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  contact_name: t('Name'),
  contact_handle: t('Handle'),
  phone_number: t('Phone'),
  contact_type: t('Type'),
}

const problemsOf = ({ problems, answer }: Looked): readonly LineProblem[] =>
  [
    ...problems,
    ...(answer?.errors ?? []).map(({ line, field, error }) => ({
      line,
      error: `${FIELD_LABELS[field] ?? field}: ${translateServerText(error)}`,
    })),
  ].toSorted((one, other) => one.line - other.line)

/** Count of contacts in the file that would not be saved, without those that are in the book already. */
const leftOutOf = ({ contacts, problems, answer }: Looked): number =>
  problems.length + contacts.length - (answer?.imported ?? 0) - (answer?.duplicates.length ?? 0)

const look = async (file: File, country: string, as: Reading): Promise<Looked> => {
  const { contacts, problems, unsaved, encoding } = await readContacts(file, as)
  const answer =
    contacts.length === 0 ? null : await previewImport({ contacts: [...contacts], phone_country: country })
  return { name: file.name, contacts, problems, unsaved, encoding, answer }
}

const importedText = (imported: number, leftOut: number): string =>
  leftOut === 0
    ? t('{contacts} imported.', { contacts: contactsText(imported) })
    : t('{contacts} imported. {leftOut} left out.', { contacts: contactsText(imported), leftOut })

/** Reads a vCard or CSV file, previews which contacts can be imported and why others cannot, and imports them. */
export default function ImportDialog({
  given,
  onDone,
  onClose,
}: {
  /** A file shared with the app, previewed at once; null: the member chooses one. */
  given: File | null
  onDone: (message: string) => void
  onClose: () => void
}) {
  useHoldUpdates(true)
  const country = usePhoneCountry()
  const offline = useConnectivity() === 'offline'
  const { running, problem, run } = useAttempt()
  const [unreadable, setUnreadable] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [looked, setLooked] = useState<Looked | null>(null)
  /** What the file asks, and what the member has answered. */
  const [asked, setAsked] = useState<NameUnknown | null>(null)
  const [reading, setReading] = useState<Reading>({})
  const encoding = looked?.encoding ?? reading.encoding ?? asked?.encoding

  const choose = (chosen: File, region: string, as: Reading) => {
    setFile(chosen)
    setReading(as)
    if (as.columns === undefined) setAsked(null)
    setUnreadable(null)
    setLooked(null)
    void run(async () => {
      try {
        return await look(chosen, region, as)
      } catch (error) {
        if (error instanceof NameUnknown) {
          setAsked(error)
          return null
        }
        if (!(error instanceof UnreadableFile)) throw error
        setUnreadable(error.message)
        return null
      }
    }, setLooked)
  }
  const lookAtGiven = useEffectEvent(() => given !== null && choose(given, country, {}))
  useEffect(() => {
    const soon = setTimeout(() => lookAtGiven())
    return () => clearTimeout(soon)
  }, [])
  const leftOut = looked === null ? 0 : leftOutOf(looked)
  /** After a lost response everything may have been saved already, so the preview is requested again. */
  const save = (chosen: File, contacts: readonly ImportLine[]) =>
    run(
      async () => {
        try {
          return await commitImport({ contacts: [...contacts], phone_country: country })
        } catch (error) {
          if (error instanceof UnknownOutcomeError)
            await look(chosen, country, reading).then(setLooked, () => undefined)
          throw error
        }
      },
      ({ imported }) => onDone(importedText(imported, leftOut)),
    )
  const problems = looked === null ? [] : problemsOf(looked)
  const ready = looked?.answer?.imported ?? 0
  return (
    <Dialog
      onClose={onClose}
      title={t('Import Contacts')}
      description={t('From a vCard (.vcf) or CSV file. Nothing is saved before you have seen it.')}
      size="lg"
      busy={running}
      footer={
        <>
          {offline && <OfflineReason>{t('You are offline. Importing needs a connection.')}</OfflineReason>}
          <LeaveButton disabled={running} onClick={onClose} label={t('Cancel')} />
          <Button
            busy={running && looked !== null}
            disabled={offline || ready === 0}
            onClick={() => file && looked && void save(file, looked.contacts)}
          >
            {ready === 0 ? t('Import') : t('Import {ready}', { ready: contactsText(ready) })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        <FileField
          label={t('File')}
          hint={t(
            'The first line of a CSV file names its columns: Name, Handle, Phone, Type. At most 5,000 contacts.',
          )}
          name={file?.name}
          accept=".csv,.vcf,.vcard,text/csv,text/vcard,text/x-vcard"
          disabled={offline || running}
          onChoose={(chosen) => choose(chosen, country, {})}
        />
        {asked !== null && file !== null && (
          <ImportColumns
            asked={asked}
            chosen={reading.columns}
            disabled={running}
            onChoose={(columns) => choose(file, country, { ...reading, columns })}
          />
        )}
        {encoding !== undefined && file !== null && (
          <ImportEncoding
            encoding={encoding}
            disabled={running}
            onChoose={(chosen) => choose(file, country, { ...reading, encoding: chosen })}
          />
        )}
        <Select
          label={t('Country of phone numbers')}
          hint={t('Numbers without a country code are read as those of this country.')}
          options={countryOptions(country)}
          value={country}
          disabled={running}
          onChoose={(region) => {
            choosePhoneCountry(region)
            if (file) choose(file, region, { ...reading, encoding })
          }}
        />
        {running && looked === null && <output className="text-muted">{t('Reading the file…')}</output>}
        <Problem title={t('This file cannot be imported')}>{unreadable}</Problem>
        <Problem>{problem}</Problem>
        {looked !== null && (
          <ImportPreview
            answer={looked.answer}
            problems={problems}
            unsaved={looked.unsaved}
            leftOut={leftOut}
          />
        )}
      </div>
    </Dialog>
  )
}
