import { createHash } from 'node:crypto'
import { DEMO_MEMBERS, type DemoMember } from './demo-members.ts'

/** Colours of the app (design tokens), light and dark by the system's preference. */
const STYLES = `
:root { color-scheme: light dark; --ground: #faf9fc; --surface: #ffffff; --text: #1c172b; --muted: #5e5b6d;
  --line: #878397; --primary: #702fd9; --on-primary: #ffffff }
@media (prefers-color-scheme: dark) { :root { --ground: #100b21; --surface: #1a1430; --text: #f4f2fa;
  --muted: #b2adc8; --line: #756d9b; --primary: #b495fe; --on-primary: #100b21 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
  background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 26rem; padding: 2rem 1.5rem; background: var(--surface);
  border: 1px solid color-mix(in srgb, var(--line) 35%, transparent); border-radius: 1rem }
.label { display: inline-block; margin: 0 0 1rem; padding: .125rem .625rem; border: 1px solid var(--primary);
  border-radius: 1rem; color: var(--primary); font-size: .8125rem; font-weight: 600 }
h1 { margin: 0; font-size: 1.375rem; line-height: 1.3 }
p { margin: .5rem 0 1.5rem; color: var(--muted) }
ul { margin: 0; padding: 0; list-style: none; display: grid; gap: .625rem }
button { display: flex; align-items: center; gap: .875rem; width: 100%; min-height: 3.5rem; padding: .5rem .875rem;
  border: 1px solid var(--line); border-radius: .75rem; background: transparent; color: inherit; font: inherit;
  text-align: start; cursor: pointer }
button:hover { border-color: var(--primary) }
button:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px }
.initials { display: grid; place-items: center; flex: none; width: 2.25rem; height: 2.25rem; border-radius: 50%;
  background: var(--primary); color: var(--on-primary); font-size: .8125rem; font-weight: 600 }
.name { font-weight: 600 }
.handle { margin-inline-start: auto; color: var(--muted); font-size: .875rem }
`

/** Allows only the page's own style sheet and its form; the form's response redirects to the app's origin. */
const contentSecurityPolicy = (appOrigin: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    `form-action 'self' ${appOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Named by a hash of its content, so that browsers can cache it. */
export const STYLE_SHEET = {
  path: `/chooser-${createHash('sha256').update(STYLES).digest('hex').slice(0, 8)}.css`,
  text: STYLES,
}

const button = ({ subject, handle, givenName, familyName, name }: DemoMember): string => `
        <li><button name="member" value="${subject}">
          <span class="initials" aria-hidden="true">${givenName.charAt(0)}${familyName.charAt(0)}</span>
          <span class="name">${name}</span>
          <span class="handle">(@${handle})</span>
        </button></li>`

const page = (body: string, mountPath: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sandbox sign-in – Youtility</title>
    <link rel="stylesheet" href="${mountPath}${STYLE_SHEET.path}">
  </head>
  <body>
    <main>${body}
    </main>
  </body>
</html>
`

/** The page that asks who signs in: one button for each demo member. */
export const chooserPage = (action: string, mountPath: string): string =>
  page(
    `
      <p class="label">Sandbox sign-in</p>
      <h1>Who is signing in?</h1>
      <p>Demo members of this development server. No password is needed.</p>
      <form method="post" action="${action}">
        <ul>${DEMO_MEMBERS.map(button).join('')}
        </ul>
      </form>`,
    mountPath,
  )

/** Shown when the sign-in has ended or never started; links back to the app. */
export const expiredPage = (appOrigin: string, mountPath: string): string =>
  page(
    `
      <p class="label">Sandbox sign-in</p>
      <h1>This sign-in is no longer valid</h1>
      <p>It was finished, took too long, or the server was restarted. <a href="${appOrigin}/">Back to Youtility</a></p>`,
    mountPath,
  )

/** Headers of both pages. */
export const pageHeaders = (appOrigin: string): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy(appOrigin),
  'Cache-Control': 'no-store',
})
