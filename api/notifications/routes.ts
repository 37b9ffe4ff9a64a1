import { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import { registerOperation, type ApiRouter } from '../http/operation.ts'
import { readPosition } from '../http/position.ts'
import type { Notifications } from './notifications.ts'

const placeOf = (cursor: string | undefined): bigint | undefined => {
  if (cursor === undefined) return undefined
  const place = readPosition(cursor)
  if (place !== undefined) return place
  const sentence = 'This cursor is not valid. Start again without one.'
  throw new HttpError(400, 'invalid_cursor', sentence, { fields: { cursor: sentence } })
}

/** The calls about what a member is told of. */
export const registerNotifications = (api: ApiRouter, notifications: Notifications): void => {
  registerOperation(api, operations.listNotifications, async ({ member, query: { limit, cursor } }) => {
    const { notices, next } = await notifications.page(member.id, limit, placeOf(cursor))
    return { notifications: [...notices], next_cursor: next }
  })
  registerOperation(api, operations.getNotificationCounts, ({ member }) => notifications.counts(member.id))
  registerOperation(api, operations.readNotifications, async ({ member, body }) => {
    await notifications.readUpTo(member.id, BigInt(body.up_to))
    return notifications.counts(member.id)
  })
  registerOperation(api, operations.getNotificationSettings, ({ member }) =>
    notifications.settings(member.id),
  )
  registerOperation(api, operations.changeNotificationSettings, async ({ member, body }) => {
    await notifications.change(member.id, body)
    return notifications.settings(member.id)
  })
}
