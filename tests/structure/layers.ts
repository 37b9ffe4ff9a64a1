import { importsOf } from './imports.ts'

interface Layer {
  /** Our files and folders that it may import. */
  readonly may: readonly string[]
  /** Exceptions to `may`. */
  readonly not?: readonly string[]
  /** Browsers load it, or the service worker: nothing of Node, and no package of the server. */
  readonly inBrowsers?: boolean
}

const SERVER_ONLY = /^(node:|koa$|@koa\/|pg$)/
const FOLDER = /^(events|projections|api|web|tests)\//

/** Files of `events/proof` that run on Node only. */
const OF_NODE = ['events/proof/copy-log.ts', 'events/proof/node-sha256.ts']

/** Files of the server's root that put it together; its folders know nothing of them. */
const COMPOSED = ['api/main.ts', 'api/server.ts', 'api/areas.ts', 'api/external-services.ts']

/** By folder or file; a file has the layer of the longest name that contains it. */
const LAYERS: Readonly<Record<string, Layer>> = {
  events: { may: ['events'] },
  'events/proof': { may: ['events'], not: OF_NODE, inBrowsers: true },
  ...Object.fromEntries(OF_NODE.map((file) => [file, { may: ['events'] }])),
  projections: { may: ['projections', 'events'] },
  api: { may: ['api', 'projections', 'events'], not: COMPOSED },
  ...Object.fromEntries(COMPOSED.map((file) => [file, { may: ['api', 'projections', 'events'] }])),
  'api/contract': { may: ['api/contract'], inBrowsers: true },
  'api/contract/receipt-check.ts': { may: ['api/contract', 'events/proof'], not: OF_NODE, inBrowsers: true },
  'api/contract/limits.ts': { may: ['events/limits.ts'], inBrowsers: true },
  'events/limits.ts': { may: [], inBrowsers: true },
  'api/processes': { may: ['api/processes', 'projections', 'events'] },
  // The list of all operations would be in the first download; a page imports those of its area.
  web: {
    may: ['web', 'api/contract'],
    not: ['api/contract/operations.ts', 'api/contract/server-paths.ts'],
    inBrowsers: true,
  },
  'web/ui': { may: ['web/ui', 'web/texts'], inBrowsers: true },
  // Run by Node: collects texts by reading files.
  'web/locales': { may: ['web/locales'] },
}

const isWithin = (file: string, name: string): boolean => file === name || file.startsWith(`${name}/`)

const layerOf = (file: string): Layer | undefined => {
  const names = Object.keys(LAYERS).filter((name) => isWithin(file, name))
  return LAYERS[names.toSorted((a, b) => b.length - a.length)[0] ?? '']
}

const isAllowed = ({ may, not = [], inBrowsers = false }: Layer, imported: string): boolean => {
  if (!FOLDER.test(imported)) return !inBrowsers || !SERVER_ONLY.test(imported)
  const covers = (name: string): boolean => isWithin(imported, name)
  return may.some(covers) && !not.some(covers)
}

/** Imports that the layers do not allow, type imports included. */
export const upwardImports = (file: string, source: string): readonly string[] => {
  const layer = layerOf(file)
  return layer === undefined ? [] : importsOf(file, source).filter((imported) => !isAllowed(layer, imported))
}
