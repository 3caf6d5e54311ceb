import { query, redirect } from '@solidjs/router'
import { getSignInUrl } from 'latchkey/solid-start'
import { getRequestEvent } from 'solid-js/web'
import { authConfig } from './auth'
import { isGuarded } from './test-settings'

/** Returns the signed-in user, or null. */
export const getCurrentUser = query(async () => {
  'use server'
  return getRequestEvent()?.locals.session?.user ?? null
}, 'getCurrentUser')

/** Returns the session, or redirects to the sign-in page, which returns to `page`. */
export const requireSession = query(async (page: string) => {
  'use server'
  const event = getRequestEvent()
  if (!event) throw new Error('The session is only available on the server.')
  const { session } = event.locals
  const isOpen = page.startsWith('/protected') && !isGuarded('page')
  if (session || isOpen) return { expires: String(session?.expires), email: session?.user?.email }
  // An absolute URL, because the router would look up a relative one among its own pages.
  throw redirect(getSignInUrl(event.request, authConfig, page))
}, 'requireSession')
