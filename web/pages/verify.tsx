import { clsx } from 'clsx'
import { FileCheck2, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { RECEIPT_CHARACTERS_MAX } from '../../api/contract/receipt-check.ts'
import { useTrust } from '../data/log-keys.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FileButton } from '../ui/file-button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useFileDrop } from '../ui/use-file-drop.ts'
import { readFile, useChecked } from './verify/check-receipt.ts'
import { KeysCard } from './verify/keys-card.tsx'
import { Verdict } from './verify/verdict.tsx'
import { t } from '../texts/texts.ts'

const NO_TEXT = t('This file is not a receipt: it is no text.')
const EMPTY = t('Paste a receipt first, or choose its file.')

/** Verifies a receipt for anybody: no sign-in, no network, nothing leaves the browser. */
export default function Verify() {
  const trust = useTrust()
  const { keys, looked } = trust
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  /** The receipt to verify; verified again whenever the trusted keys change. */
  const [receipt, setReceipt] = useState<{ readonly text: string; readonly name: string } | null>(null)
  const checked = useChecked(receipt?.text ?? null, keys)

  const choose = async (file: File) => {
    const read = file.size > 4 * RECEIPT_CHARACTERS_MAX ? null : await readFile(file)
    setError(read === null ? NO_TEXT : undefined)
    setReceipt(read === null ? null : { text: read, name: file.name })
  }
  const isOver = useFileDrop((file) => void choose(file))
  const paste = () => {
    const given = text.trim()
    setError(given === '' ? EMPTY : undefined)
    setReceipt(given === '' ? null : { text: given, name: t('the pasted text') })
  }
  return (
    <div className="page-width grid gap-6 py-8 sm:py-10">
      <header className="grid max-w-2xl gap-2">
        <h1 className="text-2xl font-bold sm:text-3xl">{t('Verify a receipt')}</h1>
        <p className="text-muted">
          {t(
            'A receipt proves that something happened in the ledger, as it says and when it says. It is checked here, in your browser: nothing is sent anywhere, and this page works offline.',
          )}
        </p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
        <div className="grid gap-6">
          <Card title={t('Receipt')}>
            <form
              className="grid gap-4"
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                paste()
              }}
            >
              <div
                className={clsx(
                  'flex flex-wrap items-center gap-3 rounded-control sm:border sm:border-dashed sm:p-4',
                  isOver ? 'border-primary bg-primary-soft' : 'border-control',
                )}
              >
                <FileButton accept=".json,application/json,text/plain" onChoose={(file) => void choose(file)}>
                  {t('Choose a receipt file')}
                </FileButton>
                <span className="text-sm text-muted max-sm:hidden">{t('or drop it on this page')}</span>
              </div>
              <TextArea
                label={t('Or paste its text')}
                error={error}
                rows={4}
                value={text}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setText(event.target.value)}
                className="font-mono"
              />
              <div>
                <Button type="submit">{t('Verify')}</Button>
              </div>
            </form>
          </Card>
          <Card title={t('Result')} aria-busy={receipt !== null && checked === null && keys !== null}>
            {receipt === null && (
              <EmptyState icon={<ShieldCheck />} title={t('Nothing to check yet')}>
                {t('Members get a receipt at every line of their activity, deposit and vote.')}
              </EmptyState>
            )}
            {receipt !== null && checked === null && (
              <output className="flex items-center gap-2 text-muted">
                {keys === null && looked ? (
                  t('Without a key of the log nothing can be checked. Enter one, or reconnect.')
                ) : (
                  <>
                    <Spinner /> {t('Checking…')}
                  </>
                )}
              </output>
            )}
            {receipt !== null && checked !== null && (
              <>
                <p className="mb-3 flex items-center gap-2 text-sm text-muted">
                  <FileCheck2 className="size-4 shrink-0" />
                  <span className="min-w-0 wrap-anywhere">{receipt.name}</span>
                </p>
                <Verdict checked={checked} />
              </>
            )}
          </Card>
        </div>
        <KeysCard trust={trust} looked={looked} />
      </div>
    </div>
  )
}
