import { query, redirect } from '@solidjs/router'
import { getSignInUrl } from 'latchkey/solid-start'
import { getRequestEvent } from 'solid-js/web'
import { authConfig } from './auth'
import { isGuarded } from './test-settings'

/** Who is there; null for a stranger. */
export const getCurrentSession = query(async () => {
  'use server'
  return getRequestEvent()?.locals.session?.user ?? null
}, 'visitor')

/** The session of a member; who is not signed in is sent away, and comes back to `page`. */
export const requireSession = query(async (page: string) => {
  'use server'
  const event = getRequestEvent()
  if (!event) throw new Error('Only a server knows who is there.')
  const { session } = event.locals
  const isOpen = page.startsWith('/protected') && !isGuarded('page')
  if (session || isOpen) return { expires: String(session?.expires), email: session?.user?.email }
  // With its origin: the router in the browser would look for a path among its own pages.
  throw redirect(getSignInUrl(event.request, authConfig, page))
}, 'requireSession')
