// Runs before the first paint, in browsers of any age: its syntax is that of 2009 (tests/unit/web/theme.test.ts).

// Shows what this browser lacks, if the app cannot do without it, in place of an app whose files the browser may not
// even understand. What else the app uses is in every browser that has these (tests/browser/browsers.spec.ts), or is
// replaced by web/app/fallbacks.ts.
;(function () {
  var needed = {
    'AbortSignal.timeout': self.AbortSignal && AbortSignal.timeout,
    'Array.prototype.toSorted': Array.prototype.toSorted,
    BroadcastChannel: self.BroadcastChannel,
    'crypto.subtle (https)': self.crypto && crypto.subtle && crypto.randomUUID,
    fetch: self.fetch,
    'Intl.Segmenter': self.Intl && Intl.Segmenter,
    'Object.hasOwn': Object.hasOwn,
    'String.prototype.isWellFormed': String.prototype.isWellFormed,
  }
  var missing = []
  for (var name in needed) if (!needed[name]) missing.push(name)
  if (missing.length === 0) return
  // web/app/main.ts does not start the app.
  document.documentElement.setAttribute('data-too-old', '')
  document.addEventListener('DOMContentLoaded', function () {
    document.getElementById('root').setAttribute('hidden', '')
    var notice = document.getElementById('too-old')
    notice.removeAttribute('hidden')
    var places = notice.getElementsByTagName('code')
    for (var n = 0; n < places.length; n += 1) places[n].textContent = missing.join(', ')
  })
})()

// Sets the theme of the document before the first paint. The rule is resolveTheme in web/app/theme.ts.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('youtility.theme')
  } catch (error) {
    // Storage can be forbidden: the system's preference decides.
  }
  var theme = 'light'
  if (choice === 'light' || choice === 'dark-violet') theme = choice
  else if (/^\/(tellepathy|devices)(\/|$)/.test(location.pathname)) theme = 'dark-violet'
  else if (matchMedia('(prefers-color-scheme: dark)').matches) theme = 'dark-violet'
  document.documentElement.setAttribute('data-theme', theme)
  var color = document.querySelector('meta[name="theme-color"]')
  if (color) color.setAttribute('content', theme === 'light' ? '#faf9fc' : '#100b21')

  // A manifest has one colour for the screen that an installed app starts with: there is one for each theme.
  var isDark =
    choice === 'dark-violet' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  if (isDark)
    document.addEventListener('DOMContentLoaded', function () {
      var manifest = document.querySelector('link[rel="manifest"]')
      if (manifest) manifest.setAttribute('href', '/dark.webmanifest')
    })
})()

// The app's own font is drawn where it is at hand: the service worker that serves this page keeps it. A first visit is
// drawn with the system's, and the worker fetches the font after the page.
;(function () {
  if (navigator.serviceWorker && navigator.serviceWorker.controller)
    document.documentElement.setAttribute('data-font', '')
})()

// Requests the files of this address's page while the app itself is loading, instead of after it, and selects the
// beginning of a page that index.html shows meanwhile (web/start). The build writes the table: first one or two parts of
// the path to the access and the files of its page (vite.config.ts).
;(function (pages) {
  var parts = location.pathname.split('/')
  var both = parts[1] + '/' + parts[2]
  var page = { access: 'public', files: [] }
  if (Object.hasOwn(pages, both)) page = pages[both]
  else if (Object.hasOwn(pages, parts[1])) page = pages[parts[1]]
  document.documentElement.setAttribute('data-start', location.pathname === '/' ? 'landing' : page.access)
  page.files.forEach(function (href) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    // After the styles, which the first paint needs.
    link.fetchPriority = 'low'
    link.href = href
    document.head.append(link)
  })
})(/* PAGES */ {})

// Requests the session; web/data/early-session.ts takes the response when the app runs. Not if the app has to send
// something else first: the identity provider's response, or a sign-out that the server does not know of.
;(function () {
  var member = null
  try {
    if (localStorage.getItem('youtility.sign-out-owed') !== null) return
    member = localStorage.getItem('youtility.member')
  } catch (error) {
    // Storage can be forbidden.
  }
  if (location.pathname.startsWith('/auth/')) return
  var answer = fetch('/api/session', {
    headers: { Accept: 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(10000),
  })
  // The app handles a failure when it takes the response.
  answer.catch(function () {})
  self.youtilitySession = { member: member, left: performance.now(), answer: answer }
})()

// Sets the language: the one chosen on this device, else the browser's first one that the app has. The rule is
// languageFor in web/texts/languages.ts. The texts of any language but English are a script that has to run before the
// app's modules and must not block the page: only a script that is written into the page meets both. The build writes
// the table: language to that script and to the direction of its lines.
;(function (catalogues) {
  var isThere = function (each) {
    return Object.hasOwn(catalogues, each)
  }
  var language = null
  try {
    language = localStorage.getItem('youtility.language')
  } catch (error) {
    // Storage can be forbidden: the browser's languages decide.
  }
  if (language !== 'en' && !isThere(language)) {
    var asked = (navigator.languages || []).map(function (tag) {
      return tag.toLowerCase().split('-')[0]
    })
    language = asked.find(function (each) {
      return each === 'en' || isThere(each)
    })
  }
  if (!isThere(language)) return
  document.documentElement.lang = language
  document.documentElement.dir = catalogues[language][1]
  var element = '<script defer src="' + catalogues[language][0] + '"></script>'
  // Nothing becomes HTML on our pages (Trusted Types, api/http/security-headers.ts) but this element, whatever is given.
  var made = function () {
    return element
  }
  var policies = self.trustedTypes
  document.write(policies ? policies.createPolicy('catalogue', { createHTML: made }).createHTML('') : element)
})(/* CATALOGUES */ {})
