import type { Locator, Page } from '@playwright/test'

/** Makes a change by a call, as a member who is signed in; resolves with the answer. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
) => Promise<unknown>

/** A page as one reader sees it, with the app's words in their language. */
export interface View {
  readonly page: Page
  /** What the app says for this English text. */
  readonly word: (english: string) => string
  readonly isPhone: boolean
  /** Of the server. */
  readonly origin: string
  /** As the member who looks. */
  readonly call: Call
  /** As @grace, whom the member knows. */
  readonly friend: Call
}

export type Walk = (view: View) => Promise<unknown>

export interface Scene {
  readonly name: string
  /** What there has to be, made by calls before the page is opened. */
  readonly given?: Walk
  /** What stands between the page and the server from its opening on: such a page is not waited for. */
  readonly before?: Walk
  readonly path: string
  /** From there to what is to be seen. */
  readonly walk?: Walk
  /** Nobody is signed in. */
  readonly open?: true
  /** Nothing of the member is on the device. */
  readonly fresh?: true
  /** Somebody who has just become a member, and has nothing yet. */
  readonly newcomer?: true
  /** Only what the window shows: dialogs stand in its middle. */
  readonly window?: true
}

export const dialog = (page: Page): Locator => page.getByRole('dialog')

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The names that a text with places in it can have; what only readers hear may follow. */
export const named = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.+')}`,
  )

/** The first button of that name that is to be seen. */
export const press = (within: Locator | Page, text: string): Promise<void> =>
  within
    .getByRole('button', { name: named(text) })
    .filter({ visible: true })
    .first()
    .click()
export const fill = (within: Locator | Page, label: string, text: string): Promise<void> =>
  within.getByLabel(label, { exact: false }).filter({ visible: true }).first().fill(text)

/** Opens a tab of the page. */
export const tab =
  (english: string): Walk =>
  ({ page, word }) =>
    page.getByRole('tab', { name: word(english), exact: true }).click()

/** Presses the buttons with these texts in the open dialog, one after the other. */
export const through = async ({ page, word }: View, ...english: readonly string[]): Promise<void> => {
  for (const name of english) await press(dialog(page), word(name))
}

/** Presses these buttons of the page until a dialog is there. */
export const opens =
  (...english: readonly string[]): Walk =>
  async ({ page, word }) => {
    for (const name of english) await press(page.getByRole('main'), word(name))
    await dialog(page).waitFor()
    await page.waitForTimeout(300)
  }

export const arrived = ({ page, word }: View, heading: string): Promise<void> =>
  dialog(page)
    .getByRole('heading', { name: named(word(heading)) })
    .first()
    .waitFor()

/** One after the other. */
export const steps =
  (...all: readonly Walk[]): Walk =>
  async (view) => {
    for (const each of all) await each(view)
  }

/** What `going` presses is answered late or never: what is shown meanwhile. */
export const pause =
  (ms: number): Walk =>
  ({ page }) =>
    page.waitForTimeout(ms)

/** All answers of the API but those that say who is there. */
export const DATA = /\/api\/(?!session|stream)/

/** These are never answered. */
export const hold =
  (pattern: string | RegExp, method?: string): Walk =>
  ({ page }) =>
    page.route(pattern, (route) =>
      method === undefined || route.request().method() === method
        ? new Promise<void>(() => undefined)
        : route.fallback(),
    )

/** These are refused. */
export const fail =
  (pattern: string | RegExp, status: number, method = 'GET'): Walk =>
  ({ page }) =>
    page.route(pattern, (route) =>
      route.request().method() === method
        ? route.fulfill({
            status,
            contentType: 'application/json',
            body: JSON.stringify({ error: 'The service is not available.', code: 'unavailable' }),
          })
        : route.fallback(),
    )

/** The connection breaks before these are answered. */
export const cut =
  (pattern: string | RegExp, method: string): Walk =>
  ({ page }) =>
    page.route(pattern, (route) =>
      route.request().method() === method ? route.abort('connectionreset') : route.fallback(),
    )
