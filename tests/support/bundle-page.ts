import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInThisContext } from 'node:vm'
import { Window } from 'happy-dom'
import { expect } from 'vitest'

/** What the page that comes with a bundle says of the last of these files, which are chosen together. */
export const saidByPage = async (
  bundle: string,
  files: readonly (readonly [name: string, bytes: Buffer])[],
): Promise<boolean> => {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true } })
  const { document } = window
  const html = readFileSync(path.join(bundle, 'verifier.html'), 'utf8')
  const [, script = ''] = /<script type="module">([^]*)<\/script>/.exec(html) ?? []
  document.body.innerHTML = /<body>([^]*)<script/.exec(html)?.[1] ?? ''
  const input = document.querySelector('#files')
  if (!input) throw new Error('The page has no field for files')
  const chosen = files.map(([name, bytes]) => ({
    name,
    arrayBuffer: async () => Uint8Array.from(bytes).buffer,
  }))
  Object.defineProperty(input, 'files', { value: chosen })
  const option = function (text: string, value: string) {
    return Object.assign(document.createElement('option'), { textContent: text, value })
  }
  runInThisContext(`(document, Option) => {${script}}`)(document, option)
  input.dispatchEvent(new window.Event('change'))
  const titles = () => [...document.querySelectorAll('output h2')].map(({ textContent }) => textContent)
  await expect.poll(() => titles().length, { interval: 5 }).toBe(files.length)
  const title = titles().at(-1) ?? ''
  await window.happyDOM.close()
  expect(title).toMatch(/: (?:holds|does not hold)$/)
  return title.endsWith(': holds')
}
