import { redirect } from 'next/navigation'
import { auth } from './auth'

/** The session of a signed-in visitor; everybody else signs in first and comes back. For the page itself to ask. */
export async function requireSession(path: string) {
  const session = await auth()
  return session ?? redirect(`/api/auth/signin?callbackUrl=${encodeURIComponent(path)}`)
}
