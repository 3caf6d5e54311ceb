import { sql } from 'kysely'
import type { Adapter } from '../../types/adapter.js'
import type { Database } from './database.js'

export function sessionMethods({ sessions, users }: Database) {
  const byUser = sessions.listBy('userId')
  const remove = sessions.removeBy('sessionToken')
  const removeAll = sessions.removal(() => sessions.columns.matches('userId'))
  const removeOthers = sessions.removal(
    () =>
      sql`${sessions.columns.matches('userId')} and not (${sessions.columns.matchesSecond('sessionToken')})`,
  )
  const withUser = sessions.statement(
    () =>
      sql`select ${sessions.columns.joinedSelection}, ${users.columns.joinedSelection} from ${sessions.columns.joined} join ${users.columns.joined} on ${users.columns.joinedColumn('id')} = ${sessions.columns.joinedColumn('userId')} where ${sessions.columns.joinedMatches('sessionToken')}`,
  )

  return {
    createSession: session => sessions.insert(session),
    async getSessionAndUser(sessionToken) {
      const [row] = (await withUser.run([sessionToken])).rows
      return row ? { session: sessions.fromRow(row), user: users.fromRow(row) } : null
    },
    updateSession: session => sessions.update(session),
    deleteSession: sessionToken => remove(sessionToken),
    listSessionsByUserId: userId => byUser(userId),
    deleteSessionsByUserId: (userId, { except } = {}) =>
      except !== undefined && sessions.columns.of('sessionToken').codec.holds(except)
        ? removeOthers(userId, except)
        : removeAll(userId),
  } satisfies Adapter
}
