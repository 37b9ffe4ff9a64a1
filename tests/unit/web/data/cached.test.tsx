// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readDocument, writeDocument } from '../../../../web/data/cache.ts'
import { useCached } from '../../../../web/data/cached.ts'
import { beginEpoch } from '../../../../web/data/epoch.ts'
import type { DocumentSource } from '../../../../web/data/sources.ts'
import { closeMemberDatabase, memberDatabase, openMemberDatabase } from '../../../../web/data/stored.ts'

const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}T12:00:00.000Z`

/** Source of a balance that counts how often its schema checks a value. */
const balanceOf = (load: DocumentSource<string>['load']) => {
  const checks = { made: 0 }
  const counted = z.refine(() => {
    checks.made += 1
    return true
  })
  const source: DocumentSource<string> = { key: 'balance', schema: z.string().check(counted), load }
  return { source, checks }
}
const fromServer = () => balanceOf(async () => ({ value: 'from the server', asOf: day(2) }))
const never = () => balanceOf(() => new Promise(() => undefined))

function Balance({ source }: { source: DocumentSource<string> }) {
  const { value, asOf } = useCached(source)
  return (
    <p>
      {value ?? 'nothing'} of {asOf ?? 'no day'}
    </p>
  )
}

beforeEach(async () => {
  beginEpoch()
  await openMemberDatabase(crypto.randomUUID())
})
afterEach(async () => {
  cleanup()
  const database = memberDatabase()
  closeMemberDatabase()
  await database?.delete()
})

describe('what is drawn of a document', () => {
  it('is what was stored, checked, until the server answers', async () => {
    await writeDocument('balance', { value: 'from before', asOf: day(1) })
    const { source, checks } = never()
    render(<Balance source={source} />)
    await screen.findByText(`from before of ${day(1)}`)
    expect(checks.made).toBeGreaterThan(0)
  })

  it('is nothing where what was stored has another shape', async () => {
    await writeDocument('balance', { value: { of: 'an older version' }, asOf: day(1) })
    render(<Balance source={never().source} />)
    await screen.findByText('nothing of no day')
  })

  it('is the answer as it came, stored but neither read back nor checked again', async () => {
    const { source, checks } = fromServer()
    render(<Balance source={source} />)
    await screen.findByText(`from the server of ${day(2)}`)
    await expect.poll(() => readDocument('balance')).toMatchObject({ value: 'from the server' })
    expect(checks.made).toBe(0)
  })

  it('is what another tab has stored since, never what is older', async () => {
    render(<Balance source={fromServer().source} />)
    await screen.findByText(`from the server of ${day(2)}`)
    await expect.poll(() => readDocument('balance')).not.toBeNull()
    await writeDocument('balance', { value: 'from another tab', asOf: day(3) })
    await screen.findByText(`from another tab of ${day(3)}`)
    await writeDocument('balance', { value: 'late', asOf: day(1) })
    await expect.poll(() => readDocument('balance')).toMatchObject({ value: 'late' })
    expect(screen.queryByText(`from another tab of ${day(3)}`)).not.toBeNull()
  })
})
