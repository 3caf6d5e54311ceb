import type { AccountName } from '../types/throttling.js'
import type { User } from '../types/user.js'
import { getFieldKind } from './account.js'
import { normalizeName } from './normalize-name.js'

const userNameFields = ['username', 'userName', 'user_name', 'login']
const phoneFields = ['phone', 'phoneNumber', 'phone_number']

/** The fields of a user that a submitted name of a kind can be. The first list decides, if the user has one of its fields. */
const fieldsByKind: Readonly<Record<string, readonly [own: readonly string[], others?: readonly string[]]>> =
  {
    email: [['email']],
    userid: [['id']],
    phone: [phoneFields],
  }

const defaultFields = [userNameFields, ['email', 'id', ...phoneFields]] as const

/** The kinds that are the account by definition. */
const certainKinds: ReadonlySet<string> = new Set(['account', 'fields', 'user'])

/**
 * Returns which of the submitted names belong to the user whom `authorize` returned. A request can name other accounts in further fields,
 * which it does not verify.
 */
export function listNamesOfUser(names: readonly AccountName[], user: User): readonly AccountName[] {
  return names.filter(name => isNameOfUser(name, user, names.length === 1))
}

function isNameOfUser(name: AccountName, user: User, isOnlyName: boolean): boolean {
  const kind = getFieldKind(name)
  if (certainKinds.has(kind)) return true
  if (kind === 'many fields') return false
  const [own, others = []] = fieldsByKind[kind] ?? defaultFields
  const known = readValues(user, own)
  // Without a field to compare with, the only name is the one by which the app found the user.
  if (known.length === 0 && isOnlyName) return true
  const folded = normalizeName(name.value)
  return [...known, ...readValues(user, others)].some(value => normalizeName(value) === folded)
}

function readValues(user: User, fields: readonly string[]): readonly string[] {
  const values: readonly unknown[] = fields.map(field => Reflect.get(user, field))
  return values
    .filter(value => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter(Boolean)
}
