import react from '@vitejs/plugin-react'
import { type Plugin, runnerImport } from 'vite'
import * as z from 'zod/mini'

const Start = z.object({ startMarkup: z.custom<() => string>((value) => typeof value === 'function') })
const PLACE = '<div id="root"></div>'
const APP = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * Writes the beginning of a page into index.html, so that the first paint waits for no script of the app, and leaves it
 * to `theme.js` when the app runs.
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
      async handler(html) {
        const { module } = await runnerImport<unknown>(`${root}/start/start.tsx`, {
          configFile: false,
          logLevel: 'error',
          plugins: [react()],
        })
        for (const part of [PLACE, APP])
          if (html.search(part) === -1) throw new Error(`index.html has no ${String(part)}`)
        return html
          .replace(PLACE, () => `<div id="root">${Start.parse(module).startMarkup()}</div>`)
          .replace(APP, '<link rel="modulepreload" crossorigin fetchpriority="low" href="$1" data-app>')
      },
    },
  }
}
