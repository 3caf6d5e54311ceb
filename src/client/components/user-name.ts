import type { User } from '../../types/user.js'

/** Returns the name of a user to show: the name, or else the email address. Empty if there is neither. */
export function getUserLabel(user: User | undefined): string {
  return user?.name || user?.email || ''
}

/** Returns the first letters of the first and the last word of a name, in upper case. */
export function getInitials(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/u)
      .filter(Boolean) ?? []
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map(word => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
