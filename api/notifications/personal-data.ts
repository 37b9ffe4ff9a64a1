import { FACTS } from '../notifying/notifying.ts'
import { inTables, type PersonalData } from '../identity/personal-data.ts'

const EXPORT = `
  select jsonb_build_object(
    'notifications', (select coalesce(jsonb_agg(${FACTS} || jsonb_build_object('at', n.at) order by n.id), '[]')
      from app.notification n where n.member_id = $1),
    'settings', (select jsonb_build_object('off', s.off, 'amounts', s.amounts)
      from app.notification_settings s where s.member_id = $1),
    'pushed_to', (select coalesce(jsonb_agg(jsonb_build_object('device', p.device, 'since', p.created_at,
      'language', p.language, 'off', p.off)
      order by p.created_at), '[]') from app.push_subscription p where p.member_id = $1)
  ) as data`

/** The member's notifications, settings and push subscriptions. */
export const notificationsData: PersonalData = inTables('notifications', EXPORT, [
  'delete from app.push_subscription where member_id = $1',
  'delete from app.push_last_word where member_id = $1',
  'delete from app.notification where member_id = $1',
  'delete from app.notification_settings where member_id = $1',
])
