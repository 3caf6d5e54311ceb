import { type RawBuilder, sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import {
  type Adapter,
  type AdapterAccount,
  type AdapterAuthenticator,
  type AdapterUser,
  defaultUserLimit,
  type UserQuery,
} from '../../types/adapter.js'
import { sanitizeText } from './column-values.js'
import type { DatabaseTables } from './database.js'
import type { TableMapping } from './table-mapping.js'

export function createUserMethods(database: DatabaseTables) {
  const { users, accounts } = database
  const findByEmail = users.prepareFindBy('email')
  const selectByAccount = users.prepareStatement(
    () =>
      sql`select ${users.mapping.joinedSelection} from ${accounts.mapping.joinedTable} join ${users.mapping.joinedTable} on ${users.mapping.buildJoinedColumn('id')} = ${accounts.mapping.buildJoinedColumn('userId')} where ${accounts.mapping.buildJoinedCondition('provider', 'providerAccountId')}`,
  )

  return {
    createUser: user => users.insert(withId(user)),
    getUser: users.prepareFindBy('id'),
    getUserByEmail: email => findByEmail(email),
    async getUserByAccount({ provider, providerAccountId }) {
      const [row] = (await selectByAccount.run([provider, providerAccountId])).rows
      return row ? users.fromRow(row) : null
    },
    async updateUser(user) {
      const updated = await users.update(withoutEmptyEmail(user))
      if (!updated) throw new AdapterError(`The user "${user.id}" does not exist.`)
      return updated
    },
    listUsers: query => listUsers(database, query),
    deleteUser: createDeleteUser(database),
    createUserWithAccount: (user, account, authenticator) =>
      insertUserWithAccount(database, withId(user), authenticator ? { account, authenticator } : { account }),
  } satisfies Adapter
}

/** The id of a user is unique, so a page starts after the last id of the one before. Values are bound as parameters. */
async function listUsers(
  { users, connection, dialect }: DatabaseTables,
  { after, limit = defaultUserLimit, search = '' }: UserQuery,
): Promise<AdapterUser[]> {
  const { mapping } = users
  const { reference, codec } = mapping.getOrThrow('id')
  if (after !== undefined && !codec.canStore(after)) return []
  const conditions = [
    ...(after === undefined ? [] : [sql`${reference} > ${codec.write(after)}`]),
    ...(search === '' ? [] : [buildSearch(mapping, search)]),
  ]
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const query = sql`select ${mapping.selection} from ${mapping.tableReference} ${where} order by ${reference} limit ${sql.lit(limit)}`
  const { rows } = await connection.run(query.compile(dialect.compiler))
  return rows.map(row => users.fromRow(row))
}

/** The database converts both sides to lower case. SQLite knows the letters from A to Z only. */
function buildSearch({ all }: TableMapping, search: string): RawBuilder<unknown> {
  const pattern = `%${sanitizeText(search).replace(/[!%_]/g, '!$&')}%`
  const matches = all
    .filter(({ field }) => field === 'name' || field === 'email')
    .map(({ reference }) => sql`lower(${reference}) like lower(${pattern}) escape '!'`)
  return matches.length > 0 ? sql`(${sql.join(matches, sql` or `)})` : sql`1 = 0`
}

interface FirstAccount {
  readonly account: AdapterAccount
  readonly authenticator?: AdapterAuthenticator
}

/** Inserts a user and its records in one transaction. Later statements refer to an auto-increment id by an expression. */
async function insertUserWithAccount(
  database: DatabaseTables,
  user: AdapterUser,
  { account, authenticator }: FirstAccount,
) {
  const { users, accounts, authenticators, connection, dialect } = database
  const { mapping: columns, autoIncrementId } = users
  const withUserId = <T extends object>(record: T) => ({ ...record, userId: autoIncrementId ? '0' : user.id })

  const userInsert = users.planInsert(user)
  const generatedUserId = autoIncrementId && {
    userId: dialect.lastInsertId(columns.table, autoIncrementId.info.name),
  }
  const accountInsert = accounts.planInsert(withUserId(account), generatedUserId)
  const accountUserId = autoIncrementId && { userId: buildAccountUserIdQuery(accounts.mapping, account) }
  const authenticatorQueries = authenticator
    ? authenticators.planInsert(withUserId(authenticator), accountUserId).queries
    : []
  const results = await connection.transaction([
    ...userInsert.queries,
    ...accountInsert.queries,
    ...authenticatorQueries,
  ])
  return users.readInserted(results[userInsert.resultIndex])
}

function buildAccountUserIdQuery(columns: TableMapping, { provider, providerAccountId }: AdapterAccount) {
  const [providerColumn, accountIdColumn] = [
    columns.getOrThrow('provider').reference,
    columns.getOrThrow('providerAccountId').reference,
  ]
  const condition = sql`${providerColumn} = ${provider} and ${accountIdColumn} = ${providerAccountId}`
  return sql`(select ${columns.getOrThrow('userId').reference} from ${columns.tableReference} where ${condition})`
}

/** Deletes the user's records explicitly, because tables of other libraries may lack `on delete cascade`. */
function createDeleteUser(database: DatabaseTables) {
  const { connection, users, accounts, sessions, authenticators, records } = database
  const find = users.prepareFindBy('id')
  const ownedTables = [accounts, sessions, authenticators, records].filter(
    ({ mapping: columns }) => columns.all.length > 0,
  )
  const statements = [...ownedTables, users].map(({ mapping: columns }) => {
    const field = columns === users.mapping ? 'id' : 'userId'
    return users.prepareStatement(
      () => sql`delete from ${columns.tableReference} where ${columns.buildCondition(field)}`,
    )
  })

  return async (id: string): Promise<AdapterUser | null> => {
    const user = await find(id)
    const queries = statements.map(statement => statement.bind([id])).filter(query => query !== null)
    if (user) await connection.transaction(queries)
    return user
  }
}

function withId(user: AdapterUser): AdapterUser {
  return withoutEmptyEmail({ ...user, id: user.id ?? crypto.randomUUID() })
}

/** Replaces an empty email by null, because a unique column accepts any number of nulls. */
function withoutEmptyEmail<U extends Partial<AdapterUser>>(user: U): U {
  return user.email === '' ? { ...user, email: null } : user
}
