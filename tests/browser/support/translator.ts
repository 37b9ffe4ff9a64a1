import type { Page } from '@playwright/test'

/**
 * Does to every page what a browser's translation does: replaces each piece of text by two `font` elements around a new
 * one, at once and whenever the page changes. The words stay, so that a walk finds what it looks for. What is marked
 * with `translate="no"` stays as it is.
 */
export const translatePages = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const LEFT_ALONE = 'font, script, style, title, textarea, svg, [translate="no"]'
    const translate = (root: Node): void => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        if (text instanceof Text && text.data.trim() !== '' && !text.parentElement?.closest(LEFT_ALONE))
          found.push(text)
      for (const text of found) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.append(text.data)
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    new MutationObserver(() => translate(document.documentElement)).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
