import type { Locator, Page } from '@playwright/test'

/** Calls the API as a signed-in member; resolves with the answer's body. */
export type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
) => Promise<unknown>

/** A page as one reader sees it, with the app's words in their language. */
export interface View {
  readonly page: Page
  /** The app's text for this English text. */
  readonly word: (english: string) => string
  readonly isPhone: boolean
  /** Of the server. */
  readonly origin: string
  /** As the member whose pages are shown. */
  readonly call: Call
  /** As @grace, whom the member knows. */
  readonly friend: Call
}

export type Walk = (view: View) => Promise<unknown>

export interface Scene {
  readonly name: string
  /** Creates the data that the scene needs, by calls before the page is opened. */
  readonly given?: Walk
  /** Intercepts requests before the page is opened. Such a page is not expected to finish loading. */
  readonly before?: Walk
  readonly path: string
  /** From the open page to what the picture shows. */
  readonly walk?: Walk
  /** Nobody is signed in. */
  readonly open?: true
  /** No data of the member is stored on the device. */
  readonly fresh?: true
  /** A new member without data. */
  readonly newcomer?: true
  /** Only the visible window, in whose middle dialogs are. */
  readonly window?: true
}

export const dialog = (page: Page): Locator => page.getByRole('dialog')

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Accessible names that a text with placeholders can have; text for screen readers only may follow. */
export const named = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.+')}`,
  )

/** Presses the first visible button of that name. */
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

/** Presses these buttons of the page and waits for a dialog. */
export const opens =
  (...english: readonly string[]): Walk =>
  async ({ page, word }) => {
    for (const name of english) await press(page.getByRole('main'), word(name))
    await dialog(page).waitFor()
    await page.waitForTimeout(300)
  }

/** Presses the main button of the open dialog, whatever it says. */
export const lastButton: Walk = ({ page }) => dialog(page).getByRole('button').last().click()

export const arrived = ({ page, word }: View, heading: string): Promise<void> =>
  dialog(page)
    .getByRole('heading', { name: named(word(heading)) })
    .first()
    .waitFor()

/** Runs these walks one after the other. */
export const steps =
  (...all: readonly Walk[]): Walk =>
  async (view) => {
    for (const each of all) await each(view)
  }

/** Waits a fixed time, such as while an answer is pending. */
export const pause =
  (ms: number): Walk =>
  ({ page }) =>
    page.waitForTimeout(ms)

/** All requests of the API except for the session and the live stream. */
export const DATA = /\/api\/(?!session|stream)/

/** Never answers these requests. */
export const hold =
  (pattern: string | RegExp, method?: string): Walk =>
  ({ page }) =>
    page.route(pattern, (route) =>
      method === undefined || route.request().method() === method
        ? new Promise<void>(() => undefined)
        : route.fallback(),
    )

/** Refuses these requests. */
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

/** Breaks the connection before these requests are answered. */
export const cut =
  (pattern: string | RegExp, method: string): Walk =>
  ({ page }) =>
    page.route(pattern, (route) =>
      route.request().method() === method ? route.abort('connectionreset') : route.fallback(),
    )

/** Answers these requests. */
export const answers =
  (path: string, json: object, method = 'GET'): Walk =>
  ({ page }) =>
    page.route(path, (route) =>
      route.request().method() === method ? route.fulfill({ json }) : route.fallback(),
    )

/** Lets no reads travel together, which would pass by answers that are given in place of the server's. */
export const apart: Walk = ({ page }) =>
  page.route('**/api/together*', (route) => route.fulfill({ status: 404, body: '' }))
