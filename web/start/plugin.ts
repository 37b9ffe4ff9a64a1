import react from '@vitejs/plugin-react'
import { type Plugin, runnerImport } from 'vite'
import * as z from 'zod/mini'
import { initialFiles } from './initial.ts'

const Start = z.object({ startMarkup: z.custom<() => string>((value) => typeof value === 'function') })
const PLACE = '<div id="root"></div>'
const APP = '<script type="module" crossorigin'
/** Loaded after the styles, which the first paint needs. */
const LATER = 'fetchpriority="low"'

/**
 * Writes the beginning of a page into index.html, so that the first paint waits for no script of the app, and preloads
 * the files that the app would request one after the other.
 */
export function startOfPages(): Plugin {
  let root = ''
  return {
    name: 'youtility:start-of-pages',
    apply: 'build',
    configResolved(config) {
      ;({ root } = config)
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { module } = await runnerImport<unknown>(`${root}/start/start.tsx`, {
          configFile: false,
          logLevel: 'error',
          plugins: [react()],
        })
        for (const part of [PLACE, APP])
          if (!html.includes(part)) throw new Error(`index.html has no ${part}`)
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const [, ...files] = initialFiles(chunks) ?? []
        return {
          html: html
            .replace(PLACE, () => `<div id="root">${Start.parse(module).startMarkup()}</div>`)
            .replace(APP, `<script type="module" ${LATER} crossorigin`)
            .replaceAll(/(?<! ) *<link rel="modulepreload"[^<>]*>\n/g, ''),
          tags: files.map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: `/${file}` },
          })),
        }
      },
    },
  }
}
