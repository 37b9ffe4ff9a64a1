import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { readCatalogue } from './web/locales/catalogue.ts'
import { SERVER_PATHS } from './api/contract/server-paths.ts'
import { DARK_MANIFEST, darkManifestIn, manifestIn } from './web/manifest.ts'
import { importsIn, initialFiles } from './web/start/initial.ts'
import { startOfPages } from './web/start/plugin.ts'
import { oldestSupported } from './web/start/supported.ts'
import { DEFAULT_LANGUAGE, directionOf, LANGUAGES } from './web/texts/languages.ts'

const DEV_SERVER = 'http://localhost:8080'
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|webmanifest)$/
/** Smaller files gain nothing: they fit into the first packet anyway. */
const COMPRESS_FROM_BYTES = 1024

/** Writes `.br` and `.gz` beside every text file, so that the server compresses nothing while serving. */
function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'youtility:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      // After the service worker has been written.
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(outDir, { recursive: true, withFileTypes: true })
        const texts = files.filter((file) => file.isFile() && COMPRESSIBLE.test(file.name))
        await Promise.all(texts.map((file) => compress(path.join(file.parentPath, file.name))))
      },
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < COMPRESS_FROM_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
}

const ROUTES = path.resolve(import.meta.dirname, 'web/app/routes.tsx')
/** Matches a route of that file that is a file of its own: for whom it is, its path, and the module of its page. */
const ROUTE = /for(All|Members)\('\/([^']*)',[^\n]*import\('([^']+)'\)/g
/** The first parts of its path, up to one that differs between addresses: `wallet/activity`. */
const fixedPart = (route: string): string => route.split('/:')[0] ?? route

/** What `theme.js` contains about the addresses that begin alike. */
interface AddressPage {
  readonly access: string
  /** The files they need besides the app itself. */
  readonly files: readonly string[]
}

/** Writes into `theme.js` which files each address needs, so that they are requested at once. */
function injectPageFiles(): Plugin {
  let pages: Readonly<Record<string, AddressPage>> = {}
  return {
    name: 'youtility:page-files',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const initial = initialFiles(chunks)
      if (initial === null) return
      const withImports = importsIn(chunks)
      const filesOf = (module: string): string[] => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module)
        if (!chunk) return this.error(`There is no chunk of ${module}`)
        return [...withImports(chunk.fileName).difference(initial)].map((name) => `/${name}`)
      }
      const cache = filesOf(path.resolve(import.meta.dirname, 'web/data/database-library.ts'))
      const text = await readFile(ROUTES, 'utf8')
      const routes = [...text.matchAll(ROUTE)]
      // All but the page of what is not found, whose address is none.
      const imported = text.split(' import(').length - 2
      if (routes.length !== imported)
        return this.error(
          `${routes.length} of ${imported} routes were understood: see ROUTE in vite.config.ts`,
        )
      pages = Object.fromEntries(
        routes.map(([, whom, route = '', page = '']) => {
          const own = filesOf(path.resolve(path.dirname(ROUTES), page))
          const isMembers = whom === 'Members'
          const access = isMembers ? 'members' : 'public'
          return [fixedPart(route), { access, files: isMembers ? [...own, ...cache] : own }]
        }),
      )
    },
    async writeBundle({ dir }) {
      if (dir === undefined || Object.keys(pages).length === 0) return
      const file = path.join(dir, 'theme.js')
      const script = await readFile(file, 'utf8')
      await writeFile(file, script.replace('/* PAGES */ {}', JSON.stringify(pages)))
    },
  }
}

/** The texts of each language but English. */
const TRANSLATED = new Map(
  await Promise.all(
    LANGUAGES.filter((each) => each !== DEFAULT_LANGUAGE).map(
      async (each) =>
        [each, await readCatalogue(path.resolve(import.meta.dirname, 'web/locales', each))] as const,
    ),
  ),
)

/**
 * All English texts in their order, then all translations: so beside each other they compress by a tenth better than a
 * text beside its translation. As JSON in a string: browsers parse that faster than a literal.
 */
function catalogueScript(language: string, catalogue: ReadonlyMap<string, string>): string {
  const translated = [...catalogue]
    .filter(([, translation]) => translation !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const json = JSON.stringify([translated.map(([text]) => text), translated.map(([, text]) => text)])
  const literal = `'${json.replaceAll(/['\\]/g, String.raw`\$&`)}'`
  return `{const[e,t]=JSON.parse(${literal});self.youtilityTexts={language:'${language}',texts:Object.fromEntries(e.map((k,i)=>[k,t[i]]))}}`
}

/**
 * Writes the texts of each language but English as one script, and its address and the direction of its lines into
 * `theme.js`, which requests it. It runs before the app's modules, because these translate their texts while loading.
 */
function injectCatalogues(): Plugin {
  const files: Record<string, readonly [script: string, direction: string]> = {}
  return {
    name: 'youtility:catalogues',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      if (initialFiles(chunks) === null) return
      for (const [language, texts] of TRANSLATED) {
        const source = catalogueScript(language, texts)
        const bytes = gzipSync(source).length
        if (bytes > BUDGET_BYTES.catalogue)
          this.error(
            `The texts of ${language} are ${bytes} bytes after gzip, ${BUDGET_BYTES.catalogue} are allowed`,
          )
        const reference = this.emitFile({ type: 'asset', name: `${language}.js`, source })
        files[language] = [`/${this.getFileName(reference)}`, directionOf(language)]
      }
    },
    writeBundle: {
      // After `injectPageFiles` has written its table into theme.js.
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined || Object.keys(files).length === 0) return
        const file = path.join(dir, 'theme.js')
        const script = await readFile(file, 'utf8')
        await writeFile(file, script.replace('/* CATALOGUES */ {}', JSON.stringify(files)))
      },
    },
  }
}

/** A sentence of the contract about an operation or a field, for whoever reads the document; the app shows none. */
const SENTENCE = /^\s*(?:summary|description):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),\n/gm

/** Leaves these sentences out of the app. */
const withoutSentences = (): Plugin => ({
  name: 'youtility:without-sentences',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]api[\\/]contract[\\/]/ },
    handler: (code) => ({ code: code.replace(SENTENCE, ''), map: null }),
  },
})

/** Download budgets in bytes after gzip (the font's as it is); a route's is for what it needs beyond what all members' pages share. */
const BUDGET_BYTES = {
  initialScript: 127_000,
  memberScript: 45_200,
  routeScript: 51_600,
  catalogue: 86_000,
  styles: 25_000,
  font: 30_000,
}

/** Fails the build when a budget is exceeded: nobody else notices a page that grows slowly. */
function budgets(): Plugin {
  return {
    name: 'youtility:budgets',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const initial = initialFiles(chunks)
      if (initial === null) return
      const withImports = importsIn(chunks)
      const size = (names: Iterable<string>) =>
        [...names].reduce((sum, name) => sum + gzipSync(byName.get(name)?.code ?? '').length, 0)
      const check = (what: string, bytes: number, limit: number) => {
        if (bytes > limit) this.error(`${what} is ${bytes} bytes after gzip, ${limit} are allowed`)
      }
      check('The initial JavaScript', size(initial), BUDGET_BYTES.initialScript)
      const member = chunks.flatMap(({ name, fileName }) => (name === 'member' ? [fileName] : []))
      check('What members’ pages share', size(member), BUDGET_BYTES.memberScript)
      const here = initial.union(new Set(member))
      /** Chunks certainly loaded when a chunk is requested: those that all chunks which may request it have loaded. */
      const presentFor = (name: string): ReadonlySet<string> => {
        const askers = chunks.filter((chunk) => chunk.dynamicImports.includes(name))
        const [first = here, ...others] = askers.map(({ fileName }) => here.union(withImports(fileName)))
        return others.reduce((all, each) => all.intersection(each), first)
      }
      for (const chunk of chunks) {
        if (!chunk.isDynamicEntry || initial.has(chunk.fileName)) continue
        const present = presentFor(chunk.fileName)
        const own = [...withImports(chunk.fileName)].filter((name) => !present.has(name))
        check(`The chunk ${chunk.name}`, size(own), BUDGET_BYTES.routeScript)
      }
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.woff2'))
          check(`The font ${file.fileName}`, file.source.length, BUDGET_BYTES.font)
      const styles = Object.values(bundle).flatMap((file) =>
        file.type === 'asset' && file.fileName.endsWith('.css') ? [gzipSync(file.source).length] : [],
      )
      check(
        'The CSS',
        styles.reduce((sum, bytes) => sum + bytes, 0),
        BUDGET_BYTES.styles,
      )
      this.info(`initial JavaScript ${size(initial)} bytes, CSS ${styles.join(' + ')} bytes after gzip`)
    },
  }
}

/**
 * Few files instead of one for each module that two pages share: over HTTP/1.1 each costs a phone a round trip, six at
 * a time. What every page needs is loaded with the first, what most of a member's pages need with their first. Each
 * file is evaluated in one task, hence the libraries have their own.
 */
const CHUNKS = [
  { name: 'main', test: /[\\/]web[\\/](?:index\.html|app[\\/]main\.ts)|preload-helper/ },
  {
    name: 'libraries',
    test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router(?:-dom)?|@lingui|@messageformat|moo)[\\/]|[\\/]web[\\/](?:app[\\/]libraries|parts[\\/]router|texts[\\/]texts)\.ts$/,
  },
  { name: 'app', tags: ['$initial' as const] },
  // Parts of the shell that every member's page loads.
  {
    name: 'member',
    test: /[\\/]web[\\/](?:app[\\/](?:bell|app-badge)|data[\\/](?:live|notifications|outbox-sending))\.tsx?$/,
  },
  // Controls that few pages show before a dialog is opened.
  {
    name: 'fields',
    test: /[\\/]web[\\/](?:ui[\\/](?:amount-field|choice|qr-code|text-area)|parts[\\/]refused-fields)\.tsx?$/,
  },
  {
    name: 'member',
    test: /[\\/]web[\\/](?:data|flow|parts|texts|ui)[\\/](?!.*dialog|flow-buttons|case-|cases|day-plot|axis-ticks|share-address|menu)|lucide-react|react-tabs/,
    minShareCount: 3,
  },
  { name: 'forms', test: /hookform|react-hook-form|standard-schema/ },
  { name: 'dialogs', test: /[\\/]flow-buttons|-?dialog\.tsx$|react-dialog/, minShareCount: 3 },
]

/**
 * Extensions that block advertising go by addresses, and `/assets/analytics-tab-….js` is one of theirs: a file's name
 * is a hash alone, after a letter, so that it begins with no word.
 */
const NEUTRAL_NAMES = {
  hashCharacters: 'hex' as const,
  entryFileNames: 'assets/y[hash:12].js',
  chunkFileNames: 'assets/y[hash:12].js',
  assetFileNames: 'assets/y[hash:12][extname]',
}

/** The manifest for those with a dark theme, beside the one that the plugin for installed apps writes. */
const darkManifest = (): Plugin => ({
  name: 'youtility:dark-manifest',
  apply: 'build',
  generateBundle(_options, bundle) {
    if (initialFiles(Object.values(bundle).filter((file) => file.type === 'chunk')) === null) return
    const source = JSON.stringify(darkManifestIn(TRANSLATED))
    this.emitFile({ type: 'asset', fileName: DARK_MANIFEST, source })
  },
})

/** The service worker leaves these paths to the server; all operations, from which they are, would be too much for it. */
const serverPathsInWorker = (): Plugin => ({
  name: 'youtility:server-paths',
  config: () => ({ define: { BUILT_SERVER_PATHS: JSON.stringify(SERVER_PATHS) } }),
})

/** The plugin builds the service worker with an option that Vite calls deprecated, and says more than asked for. */
const quietBuild = (): Plugin => ({
  name: 'youtility:quiet-build',
  config({ build }) {
    const output = build?.rollupOptions?.output
    if (output && !Array.isArray(output)) delete output.inlineDynamicImports
    return { logLevel: 'warn', build: { rolldownOptions: { output: { codeSplitting: false } } } }
  },
})

export default defineConfig({
  root: 'web',
  resolve: {
    alias: [
      {
        find: /^@messageformat\/date-skeleton(?:\/.*)?$/,
        replacement: path.resolve(import.meta.dirname, 'web/texts/no-date-skeletons.ts'),
      },
    ],
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: [...oldestSupported()].map(([browser, version]) => `${browser.replace('_saf', '')}${version}`),
    // No inline script for old browsers: the content security policy allows none.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // main.ts imports start.tsx on demand: named here, its modules count as needed from the beginning.
      input: ['index.html', 'app/start.tsx'].map((file) => path.resolve(import.meta.dirname, 'web', file)),
      output: { ...NEUTRAL_NAMES, codeSplitting: { groups: CHUNKS } },
    },
  },
  server: {
    proxy: Object.fromEntries(SERVER_PATHS.map((source) => [source, { target: DEV_SERVER }])),
  },
  plugins: [
    withoutSentences(),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: manifestIn(TRANSLATED),
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,webmanifest,woff2}', 'icons/*.{svg,png}'],
        buildPlugins: { vite: [serverPathsInWorker(), quietBuild()] },
      },
      devOptions: { enabled: false },
    }),
    darkManifest(),
    startOfPages(),
    budgets(),
    injectPageFiles(),
    injectCatalogues(),
    precompress(),
  ],
})
