import { sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterUser } from '../../types/adapter.js'
import type { Columns } from './columns.js'
import type { Database } from './database.js'

export function userMethods(database: Database) {
  const { users, accounts } = database
  const byEmail = users.findBy('email')
  const byAccount = users.statement(
    () =>
      sql`select ${users.columns.joinedSelection} from ${accounts.columns.joined} join ${users.columns.joined} on ${users.columns.joinedColumn('id')} = ${accounts.columns.joinedColumn('userId')} where ${accounts.columns.joinedMatches('provider', 'providerAccountId')}`,
  )

  return {
    createUser: user => users.insert(withId(user)),
    getUser: users.findBy('id'),
    getUserByEmail: email => byEmail(email),
    async getUserByAccount({ provider, providerAccountId }) {
      const [row] = (await byAccount.run([provider, providerAccountId])).rows
      return row ? users.fromRow(row) : null
    },
    async updateUser(user) {
      const updated = await users.update(withoutEmptyEmail(user))
      if (!updated) throw new AdapterError('There is no such user.')
      return updated
    },
    deleteUser: deletion(database),
    createUserWithAccount: (user, account, passkey) =>
      createAll(database, withId(user), passkey ? { account, passkey } : { account }),
  } satisfies Adapter
}

interface Belongings {
  readonly account: AdapterAccount
  readonly passkey?: AdapterAuthenticator
}

/** A number that the database has yet to count stands in the later statements as an expression. */
async function createAll(database: Database, user: AdapterUser, { account, passkey }: Belongings) {
  const { users, accounts, authenticators, connection, dialect } = database
  const { columns, countedId } = users
  const owned = <T extends object>(record: T) => ({ ...record, userId: countedId ? '0' : user.id })

  const first = users.writing(user)
  const number = countedId && { userId: dialect.lastNumber(columns.table, countedId.facts.name) }
  const second = accounts.writing(owned(account), number)
  const ownerOf = countedId && { userId: ownerOfAccount(accounts.columns, account) }
  const third = passkey ? authenticators.writing(owned(passkey), ownerOf).queries : []
  const results = await connection.together([...first.queries, ...second.queries, ...third])
  return users.read(results[first.answer])
}

function ownerOfAccount(columns: Columns, { provider, providerAccountId }: AdapterAccount) {
  const [first, second] = [columns.of('provider').id, columns.of('providerAccountId').id]
  const isTheirs = sql`${first} = ${provider} and ${second} = ${providerAccountId}`
  return sql`(select ${columns.of('userId').id} from ${columns.reference} where ${isTheirs})`
}

/** Tables of other libraries do not always have a foreign key that takes what belongs to a user with it. */
function deletion({ connection, users, accounts, sessions, authenticators }: Database) {
  const find = users.findBy('id')
  const owned = [accounts, sessions, authenticators].filter(({ columns }) => columns.all.length > 0)
  const statements = [...owned, users].map(({ columns }) => {
    const field = columns === users.columns ? 'id' : 'userId'
    return users.statement(() => sql`delete from ${columns.reference} where ${columns.matches(field)}`)
  })

  return async (id: string): Promise<AdapterUser | null> => {
    const user = await find(id)
    const queries = statements.map(statement => statement.bind([id])).filter(query => query !== null)
    if (user) await connection.together(queries)
    return user
  }
}

function withId(user: AdapterUser): AdapterUser {
  return withoutEmptyEmail({ ...user, id: user.id ?? crypto.randomUUID() })
}

/** No address is null, of which a unique column takes many. */
function withoutEmptyEmail<U extends Partial<AdapterUser>>(user: U): U {
  return user.email === '' ? { ...user, email: null } : user
}
