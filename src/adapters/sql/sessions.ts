import { sql } from 'kysely'
import type { Adapter } from '../../types/adapter.js'
import type { DatabaseTables } from './database.js'

export function createSessionMethods({ sessions, users }: DatabaseTables) {
  const listByUser = sessions.prepareListBy('userId')
  const remove = sessions.prepareDeleteReturning('sessionToken')
  const removeAll = sessions.prepareDelete(() => sessions.columns.buildCondition('userId'))
  const removeOthers = sessions.prepareDelete(
    () =>
      sql`${sessions.columns.buildCondition('userId')} and not (${sessions.columns.buildConditionForSecondArgument('sessionToken')})`,
  )
  const selectWithUser = sessions.prepareStatement(
    () =>
      sql`select ${sessions.columns.joinedSelection}, ${users.columns.joinedSelection} from ${sessions.columns.joinedTable} join ${users.columns.joinedTable} on ${users.columns.buildJoinedColumn('id')} = ${sessions.columns.buildJoinedColumn('userId')} where ${sessions.columns.buildJoinedCondition('sessionToken')}`,
  )

  return {
    createSession: session => sessions.insert(session),
    async getSessionAndUser(sessionToken) {
      const [row] = (await selectWithUser.run([sessionToken])).rows
      return row ? { session: sessions.fromRow(row), user: users.fromRow(row) } : null
    },
    updateSession: session => sessions.update(session),
    deleteSession: sessionToken => remove(sessionToken),
    listSessionsByUserId: userId => listByUser(userId),
    deleteSessionsByUserId: (userId, { except } = {}) =>
      except !== undefined && sessions.columns.getOrThrow('sessionToken').codec.canStore(except)
        ? removeOthers(userId, except)
        : removeAll(userId),
  } satisfies Adapter
}
