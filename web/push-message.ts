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

/** What is shown when a push can't be read: browsers insist that something is. */
const UNREADABLE: ShownPush = {
  title: 'Youtility',
  body: 'There is something new.',
  tag: 'notice',
  path: '/notifications',
  badge: 1,
}

/** What a push says; whatever it names outside of `origin` leads to the list instead. */
export const shownOf = (text: string | undefined, origin: string): ShownPush => {
  try {
    const { notification } = Message.parse(JSON.parse(text ?? ''))
    const { title, body, tag, navigate, app_badge: count } = notification
    const url = new URL(navigate)
    const path = url.origin === origin ? `${url.pathname}${url.search}` : UNREADABLE.path
    return { title, body, tag, path, badge: Math.max(0, Number.parseInt(count, 10) || 0) }
  } catch {
    return UNREADABLE
  }
}
