import { sql } from 'kysely'
import type { Adapter } from '../../types/adapter.js'
import type { DatabaseTables } from './database.js'

export function createSessionMethods({ sessions, users }: DatabaseTables) {
  const listByUser = sessions.prepareListBy('userId')
  const remove = sessions.prepareDeleteReturning('sessionToken')
  const removeAll = sessions.prepareDelete(() => sessions.mapping.buildCondition('userId'))
  const removeOthers = sessions.prepareDelete(
    () =>
      sql`${sessions.mapping.buildCondition('userId')} and not (${sessions.mapping.buildConditionForSecondArgument('sessionToken')})`,
  )
  const selectWithUser = sessions.prepareStatement(
    () =>
      sql`select ${sessions.mapping.joinedSelection}, ${users.mapping.joinedSelection} from ${sessions.mapping.joinedTable} join ${users.mapping.joinedTable} on ${users.mapping.buildJoinedColumn('id')} = ${sessions.mapping.buildJoinedColumn('userId')} where ${sessions.mapping.buildJoinedCondition('sessionToken')}`,
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
      except !== undefined && sessions.mapping.getOrThrow('sessionToken').codec.canStore(except)
        ? removeOthers(userId, except)
        : removeAll(userId),
  } satisfies Adapter
}
