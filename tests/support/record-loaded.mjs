// `node --import` of this file writes the path of every module of api/sandbox that is loaded into $RECORD_LOADED, a line each.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load: (url, context, next) => {
    const [, path] = /\/api\/sandbox\/(.*)$/.exec(url) ?? []
    if (path !== undefined) appendFileSync(process.env.RECORD_LOADED ?? '', `${path}\n`)
    return next(url, context)
  },
})
