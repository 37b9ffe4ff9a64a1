import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { ensurePackagesOf } from '../support/separate-packages.ts'

/** A page as the browser has rendered it. */
export interface HtmlPage {
  readonly name: string
  /** With its doctype, such as Playwright's `page.content()`. */
  readonly html: string
}

const JAR = path.join(import.meta.dirname, 'node_modules/vnu-jar/build/dist/vnu.jar')
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024
const run = promisify(execFile)

/** What the checker says and we leave as it is. */
const ALLOWED: readonly { readonly message: RegExp; readonly why: string }[] = [
  {
    message: /^Consider using the “h1” element as a top-level heading only/,
    why: 'The only h1 of the landing page is in a section, whose name it is. It is the top level to every reader.',
  },
]

const Report = z.object({
  messages: z.array(
    z.object({
      type: z.string(),
      subType: z.optional(z.string()),
      url: z.optional(z.string()),
      message: z.string(),
      extract: z.optional(z.string()),
    }),
  ),
})

/** macOS has a `java` that only says that none is installed. */
const hasJava = (): Promise<boolean> =>
  run('java', ['-version']).then(
    () => true,
    () => false,
  )

/** Errors and warnings in the report of the Nu HTML checker, each once a page; notes are left out. */
export const findingsIn = (report: string): readonly string[] => {
  const { messages } = Report.parse(JSON.parse(report))
  const found = messages
    .filter(({ type, subType }) => type === 'error' || type === 'non-document-error' || subType === 'warning')
    .filter(({ message }) => !ALLOWED.some((allowed) => allowed.message.test(message)))
    .map(({ url = '', message, extract = '' }) => {
      const where = extract.replaceAll(/\s+/g, ' ').trim()
      return `${path.basename(decodeURIComponent(url), '.html')}: ${message} ${where}`.trim()
    })
  return [...new Set(found)]
}

/**
 * Checks rendered pages with the Nu HTML checker (the W3C's), which is installed when it is first used and needs Java.
 *
 * @returns what it found, a sentence each; null where there is no Java: nothing was checked
 */
export const checkHtml = async (pages: readonly HtmlPage[]): Promise<readonly string[] | null> => {
  if (!(await hasJava())) return null
  await ensurePackagesOf('tests/html', 'the Nu HTML checker')
  const folder = await mkdtemp(path.join(tmpdir(), 'youtility-html-'))
  try {
    const files = pages.map(({ name }) => path.join(folder, `${name.replaceAll(/[^\w ]+/g, '-')}.html`))
    for (const [n, file] of files.entries()) await writeFile(file, pages[n]?.html ?? '')
    const options = ['--format', 'json', '--stdout', '--exit-zero-always']
    const { stdout } = await run('java', ['-jar', JAR, ...options, ...files], { maxBuffer: OUTPUT_BYTES_MAX })
    return findingsIn(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
