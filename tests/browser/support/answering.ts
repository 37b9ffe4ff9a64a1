import type { Page } from '@playwright/test'
import type * as z from 'zod/mini'
import { requestDocumentsSeparately } from './separate-documents.ts'

/** Changes the server's real answers to GETs of a path before the page gets them. */
export const answering = async <T>(
  page: Page,
  path: string,
  schema: z.ZodMiniType<T>,
  change: (body: T) => T,
): Promise<void> => {
  await requestDocumentsSeparately(page)
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: change(schema.parse(await answer.json())) })
  })
}
