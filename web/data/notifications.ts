import { notificationOperations, type NoticeSettings } from '../../api/contract/notifications.ts'
import { call } from './client.ts'
import { refreshDocument, refreshList } from './refresh.ts'
import { answerOf, listOf } from './sources.ts'

/** The member's notices, newest first. Reading one changes its row, so no row counts as settled. */
export const notices = listOf(
  'notices',
  notificationOperations.listNotifications,
  'notifications',
  {},
  () => false,
)

/** The number of unread notices, and of things that wait for the member. */
export const noticeCounts = answerOf('notice-counts', notificationOperations.getNotificationCounts)

export const noticeSettings = answerOf('notice-settings', notificationOperations.getNotificationSettings)

/** Marks everything up to this notice as read. */
export const readUpTo = async (id: string): Promise<void> => {
  await call(notificationOperations.readNotifications, { body: { up_to: id } })
  await Promise.all([refreshDocument(noticeCounts), refreshList(notices)])
}

export const changeSettings = async (settings: NoticeSettings): Promise<void> => {
  await call(notificationOperations.changeNotificationSettings, {
    body: { ...settings, off: [...settings.off] },
  })
  await Promise.all([refreshDocument(noticeSettings), refreshList(notices), refreshDocument(noticeCounts)])
}
