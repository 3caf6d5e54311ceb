import { redirect } from 'next/navigation'
import { auth } from './auth'

/** Returns the session, or redirects to the sign-in page, which returns to `path`. */
export async function requireSession(path: string) {
  const session = await auth()
  return session ?? redirect(`/api/auth/signin?callbackUrl=${encodeURIComponent(path)}`)
}
