import type { Adapter } from '../../types/adapter.js'
import type { Database } from './database.js'
import { prepare, slot } from './prepare.js'

export function sessionMethods({ db, sessions, users }: Database) {
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
  } satisfies Adapter
}
