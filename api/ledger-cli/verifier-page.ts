import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

const PROOF = path.join(import.meta.dirname, '..', '..', 'events', 'proof')
const IMPORT = /^import (type )?\{([^{}]*)\} from '([^']+)'\n?/gm
const EXPORT = /^export (?=const |type |interface )/gm
const DECLARED = /^export const (\w+)/gm

interface Module {
  readonly file: string
  readonly code: string
  readonly needs: readonly { readonly file: string; readonly names: readonly string[] }[]
  readonly gives: readonly string[]
}

/** Names of imported values, without types. */
const valuesOf = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))

const readModule = (file: string): Module => {
  const source = readFileSync(file, 'utf8')
  const needs = [...source.matchAll(IMPORT)].flatMap(([, type, list = '', from = '']) => {
    const names = type === undefined ? valuesOf(list) : []
    return names.length === 0 ? [] : [{ file: path.join(path.dirname(file), from), names }]
  })
  const code = stripTypeScriptTypes(source.replaceAll(IMPORT, '').replaceAll(EXPORT, ''))
  return { file, code, needs, gives: [...source.matchAll(DECLARED)].flatMap(([, name]) => name ?? []) }
}

/** `entry` and the modules that it imports, each after its own imports. */
const inOrder = (entry: string, done = new Map<string, Module>()): Map<string, Module> => {
  if (done.has(entry)) return done
  const module = readModule(entry)
  for (const { file } of module.needs) inOrder(file, done)
  return done.set(entry, module)
}

const nameOf = (file: string): string => `m_${path.basename(file, '.ts').replaceAll('-', '_')}`

/** What {@link PAGE} calls. */
const ENTRIES = ['verify-receipt.ts', 'verify-checkpoint.ts', 'text-lines.ts', 'witness-policy.ts']

/** The same code that checks receipts on the server and in the app, as one script without imports. */
const verifierScript = (): string => {
  const modules = new Map<string, Module>()
  for (const entry of ENTRIES) inOrder(path.join(PROOF, entry), modules)
  return [...modules.values()]
    .map(({ file, code, needs, gives }) => {
      const imports = needs
        .map((one) => `const { ${one.names.join(', ')} } = ${nameOf(one.file)};`)
        .join('\n')
      return `const ${nameOf(file)} = (() => {\n${imports}\n${code}\nreturn { ${gives.join(', ')} };\n})();`
    })
    .join('\n')
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c172b;background:#faf9fc}
textarea{width:100%;box-sizing:border-box;font:13px/1.5 monospace;min-height:5rem}label{font-weight:600;display:block;margin-top:1.25rem}
select{font:inherit;min-height:2.75rem;max-width:100%}p{margin:.25rem 0 .75rem}li{margin:.4rem 0;overflow-wrap:anywhere}.passed::before{content:"✓ ";color:#007840}.failed::before{content:"✗ ";color:#c21725}
.skipped::before{content:"– ";color:#5e5b6d}output{display:block;margin-top:1.25rem}h2{font-size:1.1rem;margin-bottom:.25rem}`

/** The page's own script, which checks the chosen files; the functions it calls are in {@link verifierScript}. */
const PAGE = String.raw`
const { readVerifierKey } = m_note_keys, { verifyReceipt } = m_verify_receipt, { verifyCheckpoint } = m_verify_checkpoint;
const { readLines, readText } = m_text_lines, { webSha256, leafInput, nodeInput, sameBytes } = m_hashing, { toUtf8 } = m_byte_text;
const { looksLikePolicy, parsePolicy } = m_witness_policy, { someOf, witnessesIn } = m_quorum;
const OTHERS = /^(checkpoints\.jsonl|consistency\.jsonl|journal\.\w+|keys\.txt|policy\.txt|README\.txt|SHA256SUMS|verifier\.html)$/;
const ALONE = 'Nobody else vouches for this: whoever holds the log’s key could have made it alone.';
const at = (selector) => document.querySelector(selector);
const show = (title, lines) => {
  const section = document.createElement('section');
  section.append(Object.assign(document.createElement('h2'), { textContent: title }));
  const list = section.appendChild(document.createElement('ul'));
  for (const [state, text] of lines)
    list.append(Object.assign(document.createElement('li'), { className: state, textContent: text }));
  at('output').append(section);
};
const rootOf = async (lines) => {
  let row = [];
  for (let i = 0; i < lines.length; i += 1000)
    row.push(...(await Promise.all(lines.slice(i, i + 1000).map((line) => webSha256(leafInput(toUtf8(line)))))));
  while (row.length > 1) {
    const pairs = [];
    for (let i = 0; i < row.length; i += 2)
      pairs.push(row[i + 1] ? webSha256(nodeInput(row[i], row[i + 1])) : row[i]);
    row = await Promise.all(pairs);
  }
  return row[0];
};
const known = async () => {
  const text = at('#keys').value;
  if (looksLikePolicy(text)) {
    const { logs, witnesses, quorum } = await parsePolicy(text);
    return { logs: logs.map((one) => one.verifier), witnesses: witnesses.map((one) => one.verifier), quorum, policy: true };
  }
  const keys = await Promise.all(text.split(/\s+/).filter(Boolean).map(readVerifierKey));
  const witnesses = keys.filter((key) => key.kind === 'witness');
  return { logs: keys.filter((key) => key.kind === 'log'), witnesses, policy: false };
};
const required = async () => {
  const { witnesses, policy, ...keys } = await known();
  if (policy) return { ...keys, witnesses };
  const chosen = at('#required').value;
  return { ...keys, witnesses, quorum: someOf(chosen === 'all' ? witnessesIn(witnesses).length : Number(chosen), witnesses) };
};
const offer = async () => {
  const { witnesses, policy } = await known();
  const count = witnessesIn(witnesses).length, select = at('#required'), before = select.value;
  const numbers = Array.from({ length: count }, (_, i) => String(count - i)).slice(1);
  const options = policy ? [['all', 'as the policy above says']]
    : [['all', count === 0 ? 'none: no key of a witness is given' : count === 1 ? 'the witness' : 'all ' + count],
       ...numbers.map((n) => [n, 'at least ' + n]), ...(count > 0 ? [['0', 'none']] : [])];
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  if (options.some(([value]) => value === before)) select.value = before;
};
const witnessLines = ({ signed, missing, unknown }) => [
  ...signed.map(({ name, at }) => ['passed', name + ' signed on ' + at + ': it saw this log, and that it had only grown.']),
  ...missing.map((name) => ['skipped', name + ' has not signed this.']),
  ...unknown.map((name) => ['skipped', name + ' has a signature here, but its key is not given above: not counted.']),
  ...(signed.length === 0 ? [['skipped', ALONE]] : []),
];
const failing = (name, why) => (show(name + ': does not hold', [['failed', why]]), null);
const checkCheckpoint = async (name, bytes, keys) => {
  const verdict = await verifyCheckpoint(readText(bytes), keys);
  if (verdict.kind === 'unsigned') return failing(name, verdict.why + '.');
  const { checkpoint, check: { state, note: why, ...witnesses } } = verdict, ok = state !== 'failed';
  show(name + (ok ? ': holds' : ': does not hold'), [
    ['passed', 'Signed by ' + checkpoint.origin + ': ' + checkpoint.size + ' events.'],
    ...(ok ? [] : [['failed', why]]), ...witnessLines(witnesses)]);
  return ok ? checkpoint : null;
};
const checkEvents = async (name, bytes, sealed, given) => {
  const failed = (why) => failing(name, why), lines = readLines(bytes);
  if (!given) return show(name, [['skipped', 'Choose checkpoint.txt together with it.']]);
  if (!sealed) return failed('checkpoint.txt does not hold, so nothing vouches for these events.');
  if (lines.length !== sealed.size) return failed(lines.length + ' events, but ' + sealed.size + ' were signed.');
  if (!sameBytes(await rootOf(lines), sealed.root)) return failed('The events are not those that were signed.');
  show(name + ': holds', [['passed', 'All ' + lines.length + ' events are those that were signed, in this order.']]);
};
let turn = 0;
const check = async () => {
  const mine = ++turn, keys = await required();
  const read = await Promise.all(
    [...at('#files').files].map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())]));
  if (mine !== turn) return;
  at('output').replaceChildren();
  const each = async (name, check) => { try { return await check(); } catch (error) { return failing(name, error.message + '.'); } };
  let sealed = null, given = false;
  for (const [name, bytes] of read.filter(([name]) => name === 'checkpoint.txt')) {
    given = true;
    sealed = await each(name, () => checkCheckpoint(name, bytes, keys));
  }
  for (const [name, bytes] of read) {
    if (name === 'checkpoint.txt') continue;
    if (name === 'events.jsonl') await each(name, () => checkEvents(name, bytes, sealed, given));
    else if (OTHERS.test(name)) show(name, [['skipped', 'This page does not check it; the command verify does.']]);
    else await each(name, async () => {
      const { ok, checks, witnesses } = await verifyReceipt(readText(bytes), keys, webSha256);
      const said = ok ? witnessLines(witnesses) : [];
      show(name + (ok ? ': holds' : ': does not hold'), [...checks.map(({ state, note }) => [state, note]), ...said]);
    });
  }
};
const again = () => check().catch((error) => {
  at('output').replaceChildren();
  show('Could not check', [['failed', String(error.message ?? error)]]);
});
at('#files').addEventListener('change', again);
at('#required').addEventListener('change', again);
at('#keys').addEventListener('input', () => offer().then(again, again));
offer().catch(() => {});
`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * A page that checks receipts, checkpoints and events of a bundle in a browser, opened from the disk: one file that
 * loads nothing. `known`, keys one a line or a policy, is filled in, for comparison with another source.
 */
export const verifierPage = (known: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Verify evidence</title><style>${STYLE}</style></head><body><main>
<h1>Verify evidence</h1>
<p>This page needs no network and loads nothing. Compare the keys with what you were told elsewhere, above all by a
witness: a page that came with the evidence cannot vouch for its own keys.</p>
<label for="keys">Public keys that you trust, one a line; or a policy (C2SP tlog-policy)</label>
<textarea id="keys" spellcheck="false">${escaped(known)}</textarea>
<label for="required">Witnesses that must have signed</label>
<p id="why">Whoever holds the log’s key can make evidence of a history that never was. A witness has seen the log grow, and
would not have signed another.</p>
<select id="required" aria-describedby="why"><option value="all">all</option></select>
<label for="files">Receipts; or checkpoint.txt and events.jsonl together</label>
<input id="files" type="file" multiple>
<output></output>
</main>
<script type="module">
${verifierScript().replaceAll('</script', '<\\/script')}
${PAGE}</script></body></html>
`
