import type { RequestEvent } from '@sveltejs/kit'
import { redirect } from '@sveltejs/kit'

/** The session of who is signed in; everybody else signs in first and comes back. */
export async function requireSession({ locals, url }: Pick<RequestEvent, 'locals' | 'url'>) {
  const session = await locals.auth()
  if (session) return session
  const callbackUrl = url.pathname + url.search
  redirect(303, `/auth/signin?${new URLSearchParams({ callbackUrl })}`)
}
