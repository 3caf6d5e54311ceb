import { createHash } from 'node:crypto'
import { parseUntrustedObject } from '../../../base/parse.js'
import type { ProviderUser } from '../../../testing/provider/user.js'

/** Users who can always sign in. */
export const testUsers: readonly ProviderUser[] = [
  {
    sub: 'ada-0001',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    email_verified: true,
    groups: ['admins', 'staff'],
  },
  {
    sub: 'grace-0001',
    name: 'Grace Hopper',
    email: 'grace@example.com',
    email_verified: true,
    groups: ['staff'],
  },
  { sub: 'alan-0001', name: 'Alan Turing', email: 'alan@example.com', email_verified: false },
  { sub: 'mary-0001', name: 'Mary Somerville' },
]

/** What the developer typed into the form of another user. */
interface UserForm {
  readonly user: ProviderUser | null
  /** What is wrong with the form, as a sentence. */
  readonly fault: string | null
}

/** Creates a user from the fields `email`, `name`, `email_verified`, `groups` and `claims`. One email address is always the same account. */
export function parseUserForm(form: URLSearchParams): UserForm {
  const email = form.get('email')?.trim() || undefined
  const name = form.get('name')?.trim() || undefined
  const claims = parseClaims(form.get('claims') ?? '')
  if (!claims) return { user: null, fault: 'More claims must be a JSON object, such as {"locale": "nl"}.' }
  const groups = (form.get('groups') ?? '')
    .split(',')
    .map(group => group.trim())
    .filter(group => group !== '')
  const user = {
    sub: createSubject(email ?? name ?? ''),
    ...(name && { name }),
    ...(email && { email, email_verified: form.has('email_verified') }),
    ...(groups.length > 0 && { groups }),
    ...claims,
  }
  return { user, fault: null }
}

function parseClaims(text: string): Record<string, unknown> | null {
  return text.trim() === '' ? {} : parseUntrustedObject(text)
}

/** Returns a `sub` that is not an email address, so that an app does not confuse the two. */
function createSubject(text: string): string {
  return createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, 16)
}
