import * as z from 'zod/mini'

/** A push as the server sends it: Declarative Web Push, which Safari displays by itself. */
const Message = z.object({
  notification: z.object({
    title: z.string(),
    body: z.string(),
    tag: z.string(),
    navigate: z.string(),
    app_badge: z.string(),
  }),
})

interface ShownPush {
  readonly title: string
  readonly body: string
  readonly tag: string
  /** Path in this app. */
  readonly path: string
  readonly badge: number
}

const NOTICES = '/notifications'

/** Content of a push, null if it can't be read; an address outside of `origin` is replaced by the list of notifications. */
export const shownOf = (text: string | undefined, origin: string): ShownPush | null => {
  try {
    const { notification } = Message.parse(JSON.parse(text ?? ''))
    const { title, body, tag, navigate, app_badge: count } = notification
    const url = new URL(navigate)
    const path = url.origin === origin ? `${url.pathname}${url.search}` : NOTICES
    return { title, body, tag, path, badge: Math.max(0, Number.parseInt(count, 10) || 0) }
  } catch {
    return null
  }
}

/** The service worker has no catalogue: a page stores the one text that the worker needs in this cache. */
const leftTexts = () => caches.open('youtility-push')
const LEFT_AT = '/push/unreadable'

/** Stores, in the language of the page, the text that the service worker shows for a push that can't be read. */
export const leaveUnreadable = async (text: string): Promise<void> => {
  const texts = await leftTexts()
  await texts.put(LEFT_AT, new Response(text))
}

const leftText = async (): Promise<string | undefined> => {
  try {
    const left = await (await leftTexts()).match(LEFT_AT)
    return await left?.text()
  } catch {
    return undefined
  }
}

/** Shown when a push can't be read: browsers require a notification for each push. */
export const unreadable = async (): Promise<ShownPush> => ({
  title: 'Youtility',
  body: (await leftText()) ?? 'There is something new.',
  tag: 'notification',
  path: NOTICES,
  badge: 1,
})
