import { notificationOperations, type NoticeSettings } from '../../api/contract/notifications.ts'
import { call } from './client.ts'
import { refreshDocument, refreshList } from './refresh.ts'
import { answerOf, listOf } from './sources.ts'

/** What the member is told of, newest first. What has been read changes, so nothing of it is settled. */
export const notices = listOf(
  'notices',
  notificationOperations.listNotifications,
  'notifications',
  {},
  () => false,
)

/** How much is unread and how much waits. */
export const noticeCounts = answerOf('notice-counts', notificationOperations.getNotificationCounts)

export const noticeSettings = answerOf('notice-settings', notificationOperations.getNotificationSettings)

/** Everything up to this notice was read. */
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
