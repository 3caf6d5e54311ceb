import { type RequestEvent, redirect } from '@sveltejs/kit'

/** Returns the session, or redirects to the sign-in page, which returns to the requested page. */
export async function requireSession({ locals, url }: Pick<RequestEvent, 'locals' | 'url'>) {
  const session = await locals.auth()
  if (session) return session
  const callbackUrl = url.pathname + url.search
  redirect(303, `/auth/signin?${new URLSearchParams({ callbackUrl })}`)
}
