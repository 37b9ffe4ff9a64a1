// `node --import` of this file appends the path of each loaded module that stands in for something to $RECORD_LOADED, one per line.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load: (url, context, next) => {
    const [, path] = /\/api\/(?:sandbox|database\/embedded)\/(.*)$/.exec(url) ?? []
    if (path !== undefined) appendFileSync(process.env.RECORD_LOADED ?? '', `${path}\n`)
    return next(url, context)
  },
})
