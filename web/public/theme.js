// Sets the theme of the document before the first paint. The rule is resolveTheme in web/app/theme.ts.
;(function () {
  let choice = null
  try {
    choice = localStorage.getItem('youtility.theme')
  } catch {
    // Storage can be forbidden: the system's preference decides.
  }
  let theme = 'light'
  if (/^\/(tellepathy|devices)(\/|$)/.test(location.pathname)) theme = 'dark-violet'
  else if (choice === 'light' || choice === 'dark-violet') theme = choice
  else if (matchMedia('(prefers-color-scheme: dark)').matches) theme = 'dark-violet'
  document.documentElement.setAttribute('data-theme', theme)
  const color = document.querySelector('meta[name="theme-color"]')
  if (color) color.setAttribute('content', theme === 'light' ? '#faf9fc' : '#100b21')
})()

// Requests the files of this address's page while the app itself is loading, instead of after it, and selects the
// beginning of a page that index.html shows meanwhile (web/start). The build writes the table: first part of the path
// to the access and the files of its page (vite.config.ts).
;(function (pages) {
  const first = location.pathname.split('/')[1]
  const page = Object.hasOwn(pages, first) ? pages[first] : { access: 'public', files: [] }
  document.documentElement.setAttribute('data-start', location.pathname === '/' ? 'landing' : page.access)
  for (const href of page.files) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    // After the styles, which the first paint needs.
    link.fetchPriority = 'low'
    link.href = href
    document.head.append(link)
  }
})(/* PAGES */ {})

// Requests the session; web/data/early-session.ts takes the response when the app runs. Not if the app has to send
// something else first: the identity provider's response, or a sign-out that the server does not know of.
;(function () {
  let member = null
  try {
    if (localStorage.getItem('youtility.sign-out-owed') !== null) return
    member = localStorage.getItem('youtility.member')
  } catch {
    // Storage can be forbidden.
  }
  if (location.pathname.startsWith('/auth/')) return
  const answer = fetch('/api/session', {
    headers: { Accept: 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  // The app handles a failure when it takes the response.
  answer.catch(() => undefined)
  self.youtilitySession = { member, left: performance.now(), answer }
})()

// Sets the language: the one chosen on this device, else the browser's first one that the app has. The rule is
// languageFor in web/texts/languages.ts. The texts of any language but English are a script that has to run before the
// app's modules and must not block the page: only a script that is written into the page meets both. The build writes
// the table: language to that script and to the direction of its lines.
;(function (catalogues) {
  const isThere = (each) => Object.hasOwn(catalogues, each)
  let language = null
  try {
    language = localStorage.getItem('youtility.language')
  } catch {
    // Storage can be forbidden: the browser's languages decide.
  }
  if (language !== 'en' && !isThere(language)) {
    const asked = (navigator.languages || []).map((tag) => tag.toLowerCase().split('-')[0])
    language = asked.find((each) => each === 'en' || isThere(each))
  }
  if (!isThere(language)) return
  const [script, direction] = catalogues[language]
  document.documentElement.lang = language
  document.documentElement.dir = direction
  document.write(`<script defer src="${script}"></script>`)
})(/* CATALOGUES */ {})
