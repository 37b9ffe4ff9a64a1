import { forbidsCookies } from './cookies.ts'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { askToStay, useDeviceStorage } from '../data/device-storage.ts'
import { useClockError } from '../data/server-clock.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'

type Kind = 'cookies' | 'memory' | 'emptied' | 'full' | 'clock'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "3 hours": how far a clock is off, in its largest unit. */
const spanOf = (ms: number): string => {
  if (ms < HOUR)
    return t('{count, plural, one {# minute} other {# minutes}}', { count: Math.round(ms / MINUTE) })
  if (ms < 2 * DAY)
    return t('{count, plural, one {# hour} other {# hours}}', { count: Math.round(ms / HOUR) })
  return t('{count, plural, one {# day} other {# days}}', { count: Math.round(ms / DAY) })
}

const clockWords = (ahead_ms: number): string =>
  ahead_ms > 0
    ? t('The clock of this device is {span} ahead of ours. How old things are is told by ours.', {
        span: spanOf(ahead_ms),
      })
    : t('The clock of this device is {span} behind ours. How old things are is told by ours.', {
        span: spanOf(-ahead_ms),
      })

const WORDS: Readonly<Record<Exclude<Kind, 'clock'>, string>> = {
  cookies: t(
    'This browser blocks cookies and stored data, so nobody can sign in here. Allow them for this site in its settings.',
  ),
  memory: t(
    'Nothing can be saved on this device now. Everything works while you are online; without a connection there is nothing to read.',
  ),
  emptied: t(
    'This browser has removed what was saved on this device. It is loaded again; changes that waited here to be sent are gone.',
  ),
  full: t('This device has no room left. The oldest lists are no longer saved for reading offline.'),
}

/** The problems of this device, each until the member has read it. */
export default function DeviceNotices() {
  const { state, emptied } = useDeviceStorage()
  const aheadMs = useClockError()
  const [read, setRead] = useState<readonly Kind[]>([])
  const notices: readonly (readonly [Kind, string] | null)[] = [
    forbidsCookies() ? ['cookies', WORDS.cookies] : null,
    state === 'kept' ? null : [state, WORDS[state]],
    emptied ? ['emptied', WORDS.emptied] : null,
    aheadMs === null ? null : ['clock', clockWords(aheadMs)],
  ]
  const done = (kind: Kind) => {
    if (kind === 'emptied') void askToStay()
    setRead([...read, kind])
  }
  return (
    <>
      {notices.map(
        (notice) =>
          notice !== null &&
          !read.includes(notice[0]) && (
            <span key={notice[0]} className="block border-b border-line bg-sunken">
              <span className="page-width flex flex-wrap items-center justify-end gap-x-2 py-1 text-sm">
                <span className="flex min-w-60 flex-1 items-center gap-2">
                  <Info className="size-4 shrink-0 text-muted" />
                  <span className="min-w-0 flex-1">{notice[1]}</span>
                </span>
                <Button variant="quiet" size="sm" onClick={() => done(notice[0])}>
                  {notice[0] === 'emptied' ? t('Keep it from now on') : t('OK')}
                </Button>
              </span>
            </span>
          ),
      )}
    </>
  )
}
