import type { Page } from '@playwright/test'
import { operations } from '../../../api/contract/operations.ts'

/** The page asks for each document by itself, so that a test can say what becomes of one. */
export const askingApart = (page: Page): Promise<unknown> =>
  page.route(`**${operations.getTogether.path}?*`, (route) => route.fulfill({ status: 404 }))
