import type { Session } from '../types/session.js'
import type { User } from '../types/user.js'

type PublicUser = NonNullable<Session['user']>

/** Returns what browsers see of a user. Absent members are left out, because frameworks refuse to serialize `undefined`. */
export function toPublicUser({ name, email, image }: Pick<User, 'name' | 'email' | 'image'>): PublicUser {
  const user: PublicUser = {}
  if (name !== undefined) user.name = name
  if (email !== undefined) user.email = email
  if (image !== undefined) user.image = image
  return user
}
