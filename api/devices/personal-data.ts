import { inTables, type PersonalData } from '../identity/personal-data.ts'

/** Member id of lines whose member was erased, until the carrier has ended them. */
export const FORGOTTEN_MEMBER = '00000000-0000-0000-0000-000000000000'

const EXPORT = `
  select jsonb_build_object(
    'devices', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'label', d.label, 'type', d.type, 'config', d.config, 'info', d.info, 'plan', d.plan,
        'state', d.state, 'iccid', d.iccid, 'msisdn', d.msisdn, 'created_at', d.created_at,
        'activated_at', d.activated_at, 'deleted_at', d.deleted_at,
        'plan_changes', (select coalesce(jsonb_agg(jsonb_build_object('changed_at', c.changed_at, 'plan', c.plan)
          order by c.changed_at), '[]') from app.telecom_plan_change c where c.device_id = d.id),
        'in_service', (select coalesce(jsonb_agg(jsonb_build_object('from', s.began_at, 'until', s.ended_at)
          order by s.began_at), '[]') from app.telecom_service s where s.device_id = d.id),
        'usage_by_day', (select coalesce(jsonb_agg(jsonb_build_object('day', u.day, 'calls', u.calls,
          'voice_minutes', u.voice_minutes, 'messages', u.sms, 'data_kb', u.data_kb) order by u.day), '[]')
          from app.telecom_usage_day u where u.device_id = d.id)
      ) order by d.created_at, d.id), '[]') from app.telecom_device d where d.member_id = $1),
    'activity', (select coalesce(jsonb_agg(a.facts || jsonb_build_object('at', a.at, 'device_id', a.device_id)
      order by a.at, a.id), '[]') from app.telecom_activity a where a.member_id = $1),
    'answered_recommendations', (select coalesce(jsonb_agg(jsonb_build_object('answer', i.answer,
      'message', i.message, 'answered_at', i.answered_at) order by i.answered_at, i.insight_id), '[]')
      from app.telecom_insight_answer i where i.member_id = $1),
    'charges', (select coalesce(jsonb_agg(jsonb_build_object('period', c.period, 'device_id', c.device_id,
      'item', c.item, 'cents', c.cents) order by c.period, c.device_id, c.item), '[]')
      from (select period, member_id, device_id, item, cents from app.telecom_charge union all
        select period, member_id, device_id, item, cents from app.telecom_closing_charge) c
      where c.member_id = $1)
  ) as data`

/**
 * Lines still active at the carrier stay, without personal data, until it has ended them: deleting the rows at once
 * would leave the lines running for ever. The line sync then deletes them, see sync.ts.
 */
const ERASE = [
  `delete from app.telecom_insight_answer where member_id = $1`,
  `delete from app.telecom_charge where member_id = $1`,
  `delete from app.telecom_closing_charge where member_id = $1`,
  `delete from app.telecom_device where member_id = $1 and state in ('released', 'ended')`,
  `delete from app.telecom_activity where member_id = $1`,
  ...['telecom_usage_hour', 'telecom_usage_day', 'telecom_service', 'telecom_plan_change'].map(
    (table) =>
      `delete from app.${table} where device_id in (select id from app.telecom_device where member_id = $1)`,
  ),
  `update app.telecom_device set
    member_id = '${FORGOTTEN_MEMBER}', label = '', config = '{}', info = '{}', iccid = null, msisdn = null,
    state = 'releasing', failure = null, deleted_at = coalesce(deleted_at, now()), sync_at = 'epoch'
  where member_id = $1`,
]

/** Personal data of the telecom service. Activation codes are stored nowhere. */
export const devicesData: PersonalData = inTables('telecom', EXPORT, ERASE)
