import type { Adapter } from '../../types/adapter.js'
import type { Database } from './database.js'
import { prepare, slot } from './prepare.js'
import { isExact } from './values.js'

export function sessionMethods({ db, sessions, users }: Database) {
  const byUser = sessions.listBy('userId')
  const remove = sessions.removeBy('sessionToken')
  const withUser = prepare(
    db,
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .where('sessions.sessionToken', '=', slot)
      .select([...sessions.selection, ...users.selection])
      .compile(),
  )

  return {
    createSession: session => sessions.insert(session),
    async getSessionAndUser(sessionToken) {
      const [row] = await withUser(sessionToken)
      return row ? { session: sessions.fromRow(row), user: users.fromRow(row) } : null
    },
    updateSession: session => sessions.update(session, 'sessionToken'),
    deleteSession: sessionToken => remove(sessionToken),
    listSessionsByUserId: userId => byUser(userId),
    async deleteSessionsByUserId(userId, { except } = {}) {
      if (!isExact(userId)) return 0
      const theirs = db.deleteFrom('sessions').where('userId', '=', userId)
      const query =
        except !== undefined && isExact(except) ? theirs.where('sessionToken', '!=', except) : theirs
      return Number((await query.executeTakeFirst()).numDeletedRows)
    },
  } satisfies Adapter
}
