// Puts the theme on the document before the first paint. The rule is resolveTheme in web/app/theme.ts.
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

// Asks for what this address needs while the app itself is on its way, instead of after it. The build writes the
// table: first part of the path to files (vite.config.ts).
;(function (files) {
  for (const href of files[location.pathname.split('/')[1]] || []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
})(/* FILES */ {})

// The language: what was chosen on this device, else the first of the browser's that there is. The rule is languageFor
// in web/texts/languages.ts. The texts of any but English are a script that has to run before the app's modules and
// may not hold up the page: only one that is written into the page can be both. The build writes the table: language to
// that script and to the direction of its lines.
;(function (catalogues) {
  let language = null
  try {
    language = localStorage.getItem('youtility.language')
  } catch {
    // As above.
  }
  if (language !== 'en' && !catalogues[language]) {
    const asked = (navigator.languages || []).map((tag) => tag.toLowerCase().split('-')[0])
    language = asked.find((each) => each === 'en' || catalogues[each])
  }
  if (!catalogues[language]) return
  const [script, direction] = catalogues[language]
  document.documentElement.lang = language
  document.documentElement.dir = direction
  document.write(`<script defer src="${script}"></script>`)
})(/* CATALOGUES */ {})
