import { query, redirect } from '@solidjs/router'
import { createActionURL } from 'latchkey'
import { getRequestEvent } from 'solid-js/web'

/** Who is there; null for a stranger. */
export const getVisitor = query(async () => {
  'use server'
  return getRequestEvent()?.locals.session?.user ?? null
}, 'visitor')

/** The session of a member; who is not signed in is sent away, and comes back to `page`. */
export const getMember = query(async (page: string) => {
  'use server'
  const event = getRequestEvent()
  if (!event) throw new Error('Only a server knows who is there.')
  const { session } = event.locals
  if (session) return { expires: String(session.expires), email: session.user?.email }
  throw redirect(signInPage(event.request, page))
}, 'member')

/** With its origin: the router in the browser would look for a path among its own pages. */
export function signInPage({ url, headers }: Request, page: string): string {
  const { protocol } = new URL(url)
  const target = createActionURL('signin', protocol, headers, process.env, { basePath: '/api/auth' })
  target.searchParams.set('callbackUrl', page)
  return target.href
}
