import type { Page } from '@playwright/test'
import { operations } from '../../../api/contract/operations.ts'

/** Makes the page request each document separately, so that a test can change the answer to one of them. */
export const requestDocumentsSeparately = (page: Page): Promise<unknown> =>
  page.route(`**${operations.getTogether.path}?*`, (route) => route.fulfill({ status: 404 }))
