import * as z from 'zod/mini'

/** A push as the server sends it: Declarative Web Push, which Safari shows by itself. */
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

/** What a push says, null if it can't be read; whatever it names outside of `origin` leads to the list instead. */
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

/** The service worker has no catalogue: a page leaves the one text that it says by itself here. */
const leftTexts = () => caches.open('youtility-push')
const LEFT_AT = '/push/unreadable'

/** Leaves the service worker, in the language of the page, what it says of a push that can't be read. */
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

/** What is shown when a push can't be read: browsers insist that something is. */
export const unreadable = async (): Promise<ShownPush> => ({
  title: 'Youtility',
  body: (await leftText()) ?? 'There is something new.',
  tag: 'notice',
  path: NOTICES,
  badge: 1,
})
