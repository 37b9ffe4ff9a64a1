import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBillStreams } from '../../../api/bills/bill-streams.ts'
import { billIdOf } from '../../../events/bills/events.ts'
import { derivedId } from '../../../events/ids.ts'
import { fromBase64, toBase64, toHex } from '../../../events/proof/byte-text.ts'
import { canonicalBytes } from '../../../events/proof/canonical-event.ts'
import { parseCheckpoint } from '../../../events/proof/checkpoint.ts'
import { createMerkleTree } from '../../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../../events/proof/node-sha256.ts'
import { makeNoteKeys, readCosignerKey } from '../../../events/proof/note-keys.ts'
import { allOf } from '../../../events/proof/quorum.ts'
import { parseReceipt } from '../../../events/proof/receipt.ts'
import { parseNote, verifyNote } from '../../../events/proof/signed-note.ts'
import { parseTlogProof } from '../../../events/proof/tlog-proof.ts'
import { verifyConsistency } from '../../../events/proof/verify.ts'
import { publish } from '../../../api/witness/publish.ts'
import { openWitnessFiles } from '../../../api/witness/state.ts'
import { readLogKey, watchLog, type WatchedLog } from '../../../api/witness/watched-log.ts'
import { verifyReceipt } from '../../../events/proof/verify-receipt.ts'
import { createTilesClient } from '../../../api/witness/log-client.ts'
import { goodReceipt, keysOf } from '../../support/proof-calls.ts'
import { eventually } from '../../support/read-models.ts'
import { startTestServer, type TestServer, type Member } from '../../support/test-server.ts'
import { pageOf, refusal, sends } from '../../support/wallet-calls.ts'

let server: TestServer
let witness: Awaited<ReturnType<typeof startWitness>>

/** A witness that knows no log until `watch`, and a policy that needs it. */
const startWitness = async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'youtility-asked-'))
  const { signerKey, verifierKey } = await makeNoteKeys('asked.example', 'witness')
  const logs: WatchedLog[] = []
  const signer = await readCosignerKey(signerKey, () => new Date())
  const http = await publish({ logs, signer, now: () => new Date() }, { port: 0, host: '127.0.0.1' })
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const policy = path.join(dir, 'policy.txt')
  writeFileSync(policy, `witness a ${verifierKey} http://127.0.0.1:${port}\nquorum a\n`)
  return {
    verifierKey,
    policy,
    watch: async (key: string) => {
      const files = openWitnessFiles(path.join(dir, 'state'))
      logs.push(watchLog({ keys: [await readLogKey(key)], files, client: null }))
    },
    stop: () => {
      http.close()
      http.closeAllConnections()
      rmSync(dir, { recursive: true })
    },
  }
}
let ada: Member
let grace: Member
let alan: Member
beforeAll(async () => {
  witness = await startWitness()
  server = await startTestServer({ env: { WITNESS_POLICY: witness.policy } })
  ;[ada, grace, alan] = await Promise.all([
    server.signIn('ada'),
    server.signIn('grace'),
    server.signIn('alan'),
  ])
})
afterAll(async () => {
  await server?.stop()
  witness?.stop()
})

const dollar = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00', message: 'a secret' }
const receipt = async (member: Member, path: string): Promise<string> => {
  const response = await member.fetch(`/api/receipts/${path}`)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename="youtility-receipt-/)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  return text
}
const checkpointNow = async () => {
  const response = await fetch(`${server.url}/api/ledger/checkpoint`)
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  const note = parseNote(await response.text())
  return { note, ...parseCheckpoint(note.text) }
}
const treeOfLog = async () => {
  const tree = createMerkleTree(nodeSha256)
  for await (const event of server.ledger.store.readAll()) tree.append(canonicalBytes(event))
  return tree
}

describe('a receipt', () => {
  it('is there a moment after the transfer, for both sides, and holds', async () => {
    const { transfer_id: id } = await sends(ada, dollar)
    const sent = await goodReceipt(server.url, await receipt(ada, `transfer/${id}`))
    expect(sent.event).toMatchObject({ type: 'TransferSent', stream: `wallet-${ada.id}` })
    expect(sent.event?.data).toMatchObject({ transferId: id, amount: { currency: 'USD', minor: '100' } })
    const received = await goodReceipt(server.url, await receipt(grace, `transfer/${id.toUpperCase()}`))
    expect(received.event).toMatchObject({ type: 'TransferReceived', stream: `wallet-${grace.id}` })
  })

  it('holds ids, amounts and encrypted words only', async () => {
    const { transfer_id: id } = await sends(ada, { ...dollar, message: 'for the cinema' })
    const text = await receipt(ada, `transfer/${id}`)
    // "Ada" as a word of its own: ciphertexts are random letters.
    for (const personal of [/cinema/, /\bAda\b/, /Lovelace/, /grace/, /@/, /example\.com/])
      expect(parseReceipt(text).event).not.toMatch(personal)
  })

  it('is there for every line of activity, by its id', async () => {
    const { transactions } = await pageOf(ada, '?limit=100')
    expect(transactions.length).toBeGreaterThan(3)
    for (const { id } of transactions) {
      const verdict = await goodReceipt(server.url, await receipt(ada, id))
      expect(verdict.event?.id).toBe(id)
    }
  })

  it('is there for a deposit and a vote, by deposit, vote and proposal', async () => {
    const wallet = await (await ada.fetch('/api/wallet')).json()
    const deposit = wallet.deposits[0]?.id
    const credited = await goodReceipt(server.url, await receipt(ada, `deposit/${deposit}`))
    expect(credited.event).toMatchObject({ type: 'DepositCredited', data: { depositId: deposit } })

    await ada.post('/api/yut/stake', { amount: '20' })
    const { proposals } = await (await ada.fetch('/api/yut/governance/proposals')).json()
    const body = { proposal_id: proposals[0].id, vote_type: 'for' }
    const vote = await (await ada.post('/api/yut/governance/vote', body)).json()
    const byVote = await receipt(ada, `vote/${vote.vote_id}`)
    expect((await goodReceipt(server.url, byVote)).event).toMatchObject({
      type: 'VoteCast',
      data: { memberId: ada.id, vote: 'for' },
    })
    const byProposal = parseReceipt(await receipt(ada, `vote/${proposals[0].id}`))
    expect(byProposal.event).toBe(parseReceipt(byVote).event)
    const strangers = await refusal(await grace.fetch(`/api/receipts/vote/${vote.vote_id}`))
    expect(strangers).toMatchObject({ status: 404, code: 'receipt_not_found' })
  })
})

describe('a receipt of a bill', () => {
  it('is there for whom it was paid, by the bill, and for nobody else', async () => {
    const period = new Date().toISOString().slice(0, 7)
    const billId = billIdOf('tellepathy', ada.id, period)
    const lines = [{ item: 'plan:standard', reference: randomUUID(), cents: 35_00n }]
    await createBillStreams({ store: server.ledger.store, clock: () => new Date() }).execute(
      billId,
      { type: 'issue', billId, memberId: ada.id, biller: 'tellepathy', period, lines, dueOn: `${period}-28` },
      { actor: 'system', causationId: billId },
    )
    const unpaid = await refusal(await ada.fetch(`/api/receipts/bill/${billId}`))
    expect(unpaid).toMatchObject({ status: 404, code: 'receipt_not_found' })
    const pay = () => ada.post(`/api/bills/${billId}/pay`)
    // The read models may not have the bill yet; late in a month auto-pay tries at the same time.
    await expect.poll(async () => (await pay()).status, { timeout: 20_000 }).toBe(200)
    const verdict = await goodReceipt(server.url, await receipt(ada, `bill/${billId}`))
    expect(verdict.event).toMatchObject({
      type: 'BillPaid',
      data: { billId, memberId: ada.id, amount: { currency: 'USD', minor: '3500' } },
    })
    expect(await refusal(await grace.fetch(`/api/receipts/bill/${billId}`))).toEqual(unpaid)
  })
})

describe('receipts of others', () => {
  it('are 404, exactly as those that do not exist', async () => {
    const { transfer_id: id } = await sends(ada, dollar)
    const nobodys = await refusal(await alan.fetch(`/api/receipts/transfer/${randomUUID()}`))
    expect(nobodys).toMatchObject({ status: 404, code: 'receipt_not_found' })
    expect(await refusal(await alan.fetch(`/api/receipts/transfer/${id}`))).toEqual(nobodys)
    for (const [member, type] of [
      [grace, 'TransferSent'],
      [ada, 'TransferReceived'],
      [alan, 'TransferSent'],
    ] as const)
      expect(await refusal(await member.fetch(`/api/receipts/${derivedId(type, id)}`))).toEqual(nobodys)
  })

  it('are nothing for those who are not signed in, or ask for nonsense', async () => {
    const response = await fetch(`${server.url}/api/receipts/${randomUUID()}`)
    expect(await refusal(response)).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect(await refusal(await ada.fetch('/api/receipts/nonsense'))).toMatchObject({ status: 400 })
    const kind = await refusal(await ada.fetch(`/api/receipts/wish/${randomUUID()}`))
    expect(kind).toMatchObject({
      status: 400,
      fields: { kind: 'A receipt is of a transfer, deposit, vote or bill.' },
    })
  })
})

describe('the public log', () => {
  it('is signed by a witness of others that is asked, once it knows the log; receipts carry it', async () => {
    const metric = async (name: RegExp) =>
      name.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1] ?? ''
    const { transfer_id: id } = await sends(ada, dollar)
    await eventually(
      async () =>
        Number(await metric(/ledger_witness_refusals_total\{[^}]*reason="unknown_log"\} (\d+)/)) > 0,
      'it is refused by a witness that does not know it',
    )
    expect(await metric(/ledger_witness_behind_seconds\{witness="127[^"]+"\} ([\d.]+)/)).not.toBe('0')
    const { told, logs, witnesses } = await keysOf(server.url)
    expect(told.witnesses).toEqual([witness.verifierKey])
    await witness.watch(told.log)
    const demanding = { logs, witnesses, quorum: allOf(witnesses) }
    await eventually(
      async () => {
        // A new checkpoint does not shorten the pause after a refusal, but it is asked again after it.
        const text = await receipt(ada, `transfer/${id}`)
        return (await verifyReceipt(text, demanding, nodeSha256)).ok
      },
      'the receipt has its signature',
      45_000,
    )
    expect(Number(await metric(/ledger_witness_size\{[^}]*\} (\d+)/))).toBeGreaterThan(0)
    expect(server.logged()).toContain('A witness has not signed the newest checkpoint')
  })

  it('has a signed checkpoint that grows with the log and is kept in a file too', async () => {
    const before = await checkpointNow()
    await sends(ada, dollar)
    const tree = await treeOfLog()
    await eventually(async () => (await checkpointNow()).size >= tree.size(), 'the tail is sealed')
    const after = await checkpointNow()
    const { logs } = await keysOf(server.url)
    const [key] = logs
    expect(key && (await verifyNote(after.note, key))).toEqual({ ok: true })
    expect(toHex(after.root)).toBe(toHex((await treeOfLog()).root(after.size)))

    const proof = await (
      await fetch(`${server.url}/api/ledger/proof/consistency?first=${before.size}&second=${after.size}`)
    ).json()
    const claim = { first: before, second: after, path: proof.hashes.map(fromBase64) }
    expect(await verifyConsistency(claim, nodeSha256)).toEqual({ ok: true })

    const { readdirSync, readFileSync } = await import('node:fs')
    const [file] = readdirSync(server.config.checkpointDir)
    const lines = readFileSync(`${server.config.checkpointDir}/${file}`, 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).checkpoint)).toContainEqual(
      expect.stringContaining(after.note.text),
    )
  })

  it('proves that a leaf is in it without showing the event', async () => {
    const { transfer_id: id } = await sends(ada, dollar)
    const { event, index: at } = await goodReceipt(server.url, await receipt(ada, `transfer/${id}`))
    const text = await (await fetch(`${server.url}/api/ledger/proof/leaves/${at}`)).text()
    const { index, checkpoint } = parseTlogProof(text)
    expect(index).toBe(at)
    for (const hidden of [ada.id, event?.id, id]) expect(text).not.toContain(hidden)
    const { size } = parseCheckpoint(parseNote(checkpoint).text)
    const tree = await treeOfLog()
    const answer = await fetch(`${server.url}/api/ledger/proof/inclusion?index=${index}&size=${size}`)
    expect(await answer.json()).toEqual({
      index,
      size,
      leaf_hash: toBase64(tree.leafHash(index)),
      hashes: tree.inclusionProof(index, size).map(toBase64),
    })
    const none = await refusal(await fetch(`${server.url}/api/ledger/proof/leaves/99999999`))
    expect(none).toMatchObject({ status: 404, code: 'leaf_not_found' })
  })

  it('refuses sizes that it does not have', async () => {
    const ask = (query: string) => fetch(`${server.url}/api/ledger/proof/${query}`)
    for (const query of [
      'consistency?first=0&second=1',
      'consistency?first=2&second=1',
      'inclusion?index=5&size=5',
    ])
      expect(await refusal(await ask(query))).toMatchObject({ status: 404, code: 'no_such_tree' })
    expect(await refusal(await ask('consistency?first=1&second=9999999'))).toMatchObject({ status: 404 })
    expect(await refusal(await ask('consistency?first=x&second=1'))).toMatchObject({
      status: 400,
      fields: { first: expect.stringContaining('number of events') },
    })
  })

  it('gives its hashes as tiles', async () => {
    const tree = await treeOfLog()
    const tile = (path: string) => fetch(`${server.url}/api/ledger/tile/${path}`)
    const partial = await tile('0/000.p/5')
    expect(partial.headers.get('Content-Type')).toBe('application/octet-stream')
    expect(partial.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    const bytes = new Uint8Array(await partial.arrayBuffer())
    const leaves = [0, 1, 2, 3, 4].map((index) => toHex(tree.leafHash(index)))
    expect(toHex(bytes)).toBe(leaves.join(''))
    const byTiles = createTilesClient(`${server.url}/api/ledger`)
    expect(await byTiles.consistency(3, 11)).toEqual(tree.consistencyProof(3, 11).map(toBase64))
    for (const none of ['0/000.p/0', '0/000.p/256', '0/999', '0/x000/000', '7/000', '0/0', 'entries/000'])
      expect(await refusal(await tile(none)), none).toMatchObject({ status: 404, code: 'tile_not_found' })
  })
})
