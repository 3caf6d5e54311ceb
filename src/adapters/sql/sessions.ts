import { sql } from 'kysely'
import type { Adapter, AdapterSession } from '../../types/adapter.js'
import type { NewRecord } from '../../types/record-store.js'
import type { SessionCreator, WrappedAdapter } from '../../types/wrapped-adapter.js'
import { toRecordRow } from '../record-rows.js'
import type { DatabaseTables } from './database.js'
import type { Dialect } from './dialects/dialect.js'

type SessionMethods = ReturnType<typeof createSessionMethods>

/** Creates the method `createSession`. It has `withRecord` if one statement can store both. */
export function createSessionCreator(
  { supportsInsertInWith }: Dialect,
  run: <T>(operation: (methods: SessionMethods) => Promise<T>) => Promise<T>,
): SessionCreator {
  const create = (session: AdapterSession) => run(methods => methods.createSession(session))
  if (!supportsInsertInWith) return create
  const withRecord: SessionCreator['withRecord'] = (session, record) =>
    run(methods => methods.createSessionWithRecord(session, record))
  return Object.assign(create, { withRecord })
}

export function createSessionMethods({ connection, dialect, sessions, users, records }: DatabaseTables) {
  const listByUser = sessions.prepareListBy('userId')
  const remove = sessions.prepareDeleteReturning('sessionToken')
  const removeAll = sessions.prepareDelete(() => sessions.mapping.buildCondition('userId'))
  const removeOthers = sessions.prepareDelete(
    () =>
      sql`${sessions.mapping.buildCondition('userId')} and not (${sessions.mapping.buildConditionFrom(1, 'sessionToken')})`,
  )
  const selectWithUser = sessions.prepareStatement(
    () =>
      sql`select ${sessions.mapping.joinedSelection}, ${users.mapping.joinedSelection} from ${sessions.mapping.joinedTable} join ${users.mapping.joinedTable} on ${users.mapping.buildJoinedColumn('id')} = ${sessions.mapping.buildJoinedColumn('userId')} where ${sessions.mapping.buildJoinedCondition('sessionToken')}`,
  )

  return {
    createSession: (session: AdapterSession) => sessions.insert(session),
    async createSessionWithRecord(session: AdapterSession, record: NewRecord): Promise<AdapterSession> {
      const stored = sql`with stored_record as (${records.buildInsert(toRecordRow(record))})`
      const insert = sql`${stored} ${sessions.buildInsert(session)} returning ${sessions.mapping.selection}`
      return sessions.readInserted(await connection.run(insert.compile(dialect.compiler)))
    },
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
  } satisfies Adapter & Pick<WrappedAdapter, 'createSessionWithRecord'>
}
