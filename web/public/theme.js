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
