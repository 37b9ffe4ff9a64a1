import type { Pool } from 'pg'
import { lastWordsOf } from '../contract/notification-words.ts'
import { localizerOf } from '../texts/localizer.ts'

interface LastWord {
  readonly id: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly language: string
  readonly ended_by: string
  readonly attempts: number
}

const TAKE = `
  update app.push_last_word w set attempts = attempts + 1, next_at = now() + interval '60 seconds'
  where id in (select id from app.push_last_word where next_at <= now() order by next_at limit 20
    for update skip locked)
  returning id, endpoint, p256dh, auth, language, ended_by, attempts`

/** Tells places whose pushes were ended so, and where it was done. */
export const sendLastWords = async ({
  pool,
  publicUrl,
  send,
}: {
  readonly pool: Pool
  /** Origin that members see. */
  readonly publicUrl: string
  /** Sends a message once. @returns seconds after which it is to be tried again; null: it is over */
  readonly send: (to: LastWord & { readonly topic: string }, message: string) => Promise<number | null>
}): Promise<void> => {
  const { rows } = await pool.query<LastWord>({ name: 'push-last-words', text: TAKE })
  await Promise.all(
    rows.map(async (word) => {
      const { title, text } = lastWordsOf(word.ended_by, localizerOf(word.language))
      const message = JSON.stringify({
        web_push: 8030,
        notification: {
          title,
          body: text,
          tag: 'last-word',
          navigate: `${publicUrl}/profile`,
          app_badge: '0',
        },
      })
      const seconds = await send({ ...word, topic: 'last-word' }, message)
      if (seconds !== null)
        await pool.query(
          'update app.push_last_word set next_at = now() + make_interval(secs => $2) where id = $1',
          [word.id, seconds],
        )
      else await pool.query('delete from app.push_last_word where id = $1', [word.id])
    }),
  )
}
