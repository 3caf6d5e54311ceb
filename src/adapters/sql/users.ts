import { AdapterError } from '../../errors.js'
import type { Adapter, AdapterUser } from '../../types/adapter.js'
import type { Database } from './database.js'
import { prepare, slot } from './prepare.js'

export function userMethods({ db, users, accounts, authenticators }: Database) {
  const byId = users.findBy('id')
  const byEmail = users.findBy('email')
  const remove = users.removeBy('id')
  const byAccount = prepare(
    db,
    db
      .selectFrom('accounts')
      .innerJoin('users', 'users.id', 'accounts.userId')
      .where('accounts.provider', '=', slot)
      .where('accounts.providerAccountId', '=', slot)
      .select(users.selection)
      .compile(),
  )

  return {
    createUser: user => users.insert(withId(user)),
    getUser: id => byId(id),
    getUserByEmail: email => byEmail(email),
    async getUserByAccount({ provider, providerAccountId }) {
      const [row] = await byAccount(provider, providerAccountId)
      return row ? users.fromRow(row) : null
    },
    async updateUser(user) {
      const updated = await users.update(withoutEmptyEmail(user), 'id')
      if (!updated) throw new AdapterError('There is no such user.')
      return updated
    },
    deleteUser: id => remove(id),
    createUserWithAccount: (user, account, passkey) =>
      db.transaction().execute(async trx => {
        const created = await users.insert(withId(user), trx)
        await accounts.insert({ ...account, userId: created.id }, trx)
        if (passkey) await authenticators.insert({ ...passkey, userId: created.id }, trx)
        return created
      }),
  } satisfies Adapter
}

function withId(user: AdapterUser): AdapterUser {
  return withoutEmptyEmail({ ...user, id: user.id ?? crypto.randomUUID() })
}

/** No address is null, of which a unique column takes many. */
function withoutEmptyEmail<U extends Partial<AdapterUser>>(user: U): U {
  return user.email === '' ? { ...user, email: null } : user
}
