import { notificationOperations, type NotificationSettings } from '../../api/contract/notifications.ts'
import { call } from './client.ts'
import { refreshDocument, refreshList } from './refresh.ts'
import { answerOf, listOf } from './sources.ts'

/** The member's notifications, newest first. Reading one changes its row, so no row counts as settled. */
export const notifications = listOf(
  'notices',
  notificationOperations.listNotifications,
  'notifications',
  {},
  () => false,
)

/** The number of unread notifications, and of things that wait for the member. */
export const notificationCounts = answerOf('notice-counts', notificationOperations.getNotificationCounts)

export const notificationSettings = answerOf(
  'notice-settings',
  notificationOperations.getNotificationSettings,
)

/** Marks everything up to this notification as read. */
export const readUpTo = async (id: string): Promise<void> => {
  await call(notificationOperations.readNotifications, { body: { up_to: id } })
  await Promise.all([refreshDocument(notificationCounts), refreshList(notifications)])
}

export const changeSettings = async (settings: NotificationSettings): Promise<void> => {
  await call(notificationOperations.changeNotificationSettings, {
    body: { ...settings, off: [...settings.off] },
  })
  await Promise.all([
    refreshDocument(notificationSettings),
    refreshList(notifications),
    refreshDocument(notificationCounts),
  ])
}
