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

/** The same code that checks receipts on the server and in the app, as one script without imports. */
const verifierScript = (): string => {
  const modules = inOrder(path.join(PROOF, 'note-keys.ts'), inOrder(path.join(PROOF, 'verify-receipt.ts')))
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
li{margin:.4rem 0}.passed::before{content:"✓ ";color:#007840}.failed::before{content:"✗ ";color:#c21725}
.skipped::before{content:"– ";color:#5e5b6d}output{display:block;margin-top:1.25rem}h2{font-size:1.1rem;margin-bottom:.25rem}`

/** The page's own script, which checks the chosen files; the functions it calls are in {@link verifierScript}. */
const PAGE = String.raw`
const { readVerifierKey } = m_note_keys, { verifyReceipt } = m_verify_receipt, { parseNote, verifyNote } = m_signed_note;
const { parseCheckpoint } = m_checkpoint, { webSha256, leafInput, nodeInput, sameBytes } = m_hashing, { toUtf8 } = m_byte_text;
const show = (title, lines) => {
  const section = document.createElement('section');
  section.append(Object.assign(document.createElement('h2'), { textContent: title }));
  const list = section.appendChild(document.createElement('ul'));
  for (const [state, text] of lines)
    list.append(Object.assign(document.createElement('li'), { className: state, textContent: text }));
  document.querySelector('output').append(section);
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
  const keys = await Promise.all(document.querySelector('#keys').value.split(/\s+/).filter(Boolean).map(readVerifierKey));
  return { logs: keys.filter((key) => key.kind === 'log'), witnesses: keys.filter((key) => key.kind === 'witness') };
};
const check = async (files) => {
  document.querySelector('output').replaceChildren();
  const keys = await known();
  const read = await Promise.all(files.map(async (file) => [file.name, await file.text()]));
  let sealed = null;
  for (const [name, text] of read.filter(([name]) => name === 'checkpoint.txt')) {
    const note = parseNote(text), checkpoint = parseCheckpoint(note.text);
    const log = keys.logs.find((key) => key.name === checkpoint.origin);
    const verdict = log ? await verifyNote(note, log) : { ok: false, why: 'none of the keys above is the log’s' };
    sealed = verdict.ok ? checkpoint : null;
    show(name, [verdict.ok ? ['passed', 'Signed by ' + checkpoint.origin + ': ' + checkpoint.size + ' events.'] : ['failed', verdict.why + '.']]);
  }
  for (const [name, text] of read) {
    if (name === 'checkpoint.txt') continue;
    if (name === 'events.jsonl') {
      const lines = text.split('\n').slice(0, -1);
      if (!sealed) show(name, [['skipped', 'Choose checkpoint.txt together with it.']]);
      else if (lines.length !== sealed.size) show(name, [['failed', lines.length + ' events, but ' + sealed.size + ' were signed.']]);
      else {
        const same = sameBytes(await rootOf(lines), sealed.root);
        show(name, [same ? ['passed', 'All ' + lines.length + ' events are those that were signed, in this order.'] : ['failed', 'The events are not those that were signed.']]);
      }
    } else {
      const { ok, checks } = await verifyReceipt(text, keys, webSha256);
      show(name + (ok ? ': holds' : ': does not hold'), checks.map(({ state, note }) => [state, note]));
    }
  }
};
document.querySelector('#files').addEventListener('change', (event) => {
  check([...event.target.files]).catch((error) => show('Could not check', [['failed', String(error.message ?? error)]]));
});
`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * A page that checks receipts, checkpoints and events of a bundle in a browser, opened from the disk: one file that
 * loads nothing. `keys` are filled in, for comparison with keys from another source.
 */
export const verifierPage = (keys: readonly string[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Verify evidence</title><style>${STYLE}</style></head><body><main>
<h1>Verify evidence</h1>
<p>This page needs no network and loads nothing. Compare the keys with what you were told elsewhere, above all by a
witness: a page that came with the evidence cannot vouch for its own keys.</p>
<label for="keys">Public keys that you trust, one a line</label>
<textarea id="keys" spellcheck="false">${escaped(keys.join('\n'))}</textarea>
<label for="files">Receipts; or checkpoint.txt and events.jsonl together</label>
<input id="files" type="file" multiple>
<output></output>
</main>
<script type="module">
${verifierScript().replaceAll('</script', '<\\/script')}
${PAGE}</script></body></html>
`
