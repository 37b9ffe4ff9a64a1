/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- a combobox: the keys are its field's, and no tag is an option that can be looked at so */
import { clsx } from 'clsx'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useStored } from '../../data/use-stored.ts'
import { useHiddenBalances } from '../../parts/hidden-balances.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useNavigate } from '../../parts/router.ts'
import { chooseLanguage } from '../../texts/choose-language.ts'
import { useSignOut } from '../sign-out.tsx'
import { chooseTheme } from '../theme.ts'
import { readEntries } from './entries.ts'
import { type Entry, found, indexed, type Kind } from './rank.ts'
import { t } from '../../texts/texts.ts'

const HEADINGS: Readonly<Record<Kind, string>> = {
  page: t('Pages'),
  action: t('Actions'),
  setting: t('Settings'),
  person: t('People'),
  pool: t('Pools'),
  bill: t('Bills'),
  device: t('Devices'),
  movement: t('Activity'),
  help: t('Help'),
}
const NOTHING: readonly Entry[] = []
const AMOUNT = /(?<![\d,])[-+]?\$?[\d,]+(?:\.\d+)?(?: (?:YUT|USDC))? · /

/**
 * Search over the member's data on this device: an ARIA combobox with a listbox. The focus stays in the field; arrow
 * keys select. No typed text leaves the device.
 */
export default function Palette({ onGo, onClose }: { onGo: () => void; onClose: () => void }) {
  const navigate = useNavigate()
  const covered = useHiddenBalances()
  const entries = useStored('palette', readEntries) ?? NOTHING
  const all = useMemo(() => indexed(entries), [entries])
  const [query, setQuery] = useState('')
  const sought = useDeferredValue(query)
  const groups = useMemo(() => found(all, sought), [all, sought])
  const options = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  const [at, setAt] = useState(0)
  const chosen = options[Math.min(at, options.length - 1)]
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const idOf = (entry: Entry) => `${id}-${options.indexOf(entry)}`
  const activeId = chosen === undefined ? undefined : idOf(chosen)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  /** What Enter takes: of what is typed, also while the list still shows what was typed before. */
  const chosenByTyping = (): Entry | undefined =>
    query === sought ? chosen : found(all, query).flatMap((group) => group.entries)[at]

  const { ask: signOut, dialog: signingOut } = useSignOut()
  const go = ({ to, act }: Entry) => {
    // Asks first, above this dialog, if something would be lost.
    if (act?.does === 'sign_out') return input.current === null ? undefined : signOut(input.current)
    onGo()
    if (act === undefined) navigate(to)
    else if (act.does === 'theme') chooseTheme(act.theme)
    else chooseLanguage(act.language)
    return undefined
  }
  const onKey = (event: KeyboardEvent) => {
    const last = options.length - 1
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 5),
      PageUp: Math.max(0, at - 5),
    }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setAt(next)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const entry = chosenByTyping()
      if (entry === undefined) return
      event.preventDefault()
      go(entry)
    }
  }
  return (
    <Dialog onClose={onClose} title={t('Search')} closeOnOutside focus={input}>
      <TextField
        ref={input}
        role="combobox"
        hideLabel
        label={t('Search people, activity, bills, devices and pages')}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="auto"
        placeholder={t('People, activity, bills, devices, pages')}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('Found')}
        className={clsx('mt-3 grid gap-3 pb-2', options.length > 0 && 'sm:min-h-80 sm:content-start')}
      >
        {groups.map(({ kind, entries: inGroup }) => (
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <div
              id={`${id}-${kind}`}
              role="presentation"
              className="px-3 py-1 text-sm font-semibold text-muted"
            >
              {HEADINGS[kind]}
            </div>
            {inGroup.map((entry) => (
              <div
                key={entry.key}
                id={idOf(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={entry === chosen}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => go(entry)}
                className={clsx(
                  'flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-control px-3 py-1.5',
                  entry === chosen ? 'chosen' : 'hover:bg-sunken',
                )}
              >
                <bdi translate="yes" className="font-semibold wrap-anywhere">
                  {entry.title}
                </bdi>
                <span className="text-sm text-muted wrap-anywhere">
                  {covered && kind === 'movement' ? entry.detail.replace(AMOUNT, '') : entry.detail}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p className="px-3 pb-4 text-muted sm:min-h-80">{t('Nothing on this device matches.')}</p>
      )}
      {signingOut}
      <output className="sr-only">{query !== '' && t('{count} found', { count: options.length })}</output>
    </Dialog>
  )
}
