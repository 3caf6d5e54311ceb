import { action, query, redirect } from '@solidjs/router'
import { createAuth, originUnchecked, type SetCookie, serializeCookie, toRequestHead } from 'latchkey/server'
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
  const event = requireEvent()
  const { session } = event.locals
  const isOpen = page.startsWith('/protected') && !isGuarded('page')
  if (session || isOpen) return { expires: String(session?.expires), email: session?.user?.email }
  // An absolute URL, because the router would look up a relative one among its own pages.
  throw redirect(getSignInUrl(event.request, authConfig, page))
}, 'requireSession')

/** Signs in on the server and stays on the page. The session store of the browser follows. */
export const signInOnServer = action(async (form: FormData) => {
  'use server'
  const fields = Object.fromEntries(form)
  const { request } = requireEvent()
  const options = { provider: 'credentials', fields, originCheck: originUnchecked } as const
  const result = await createAuth(authConfig).signIn(toRequestHead(request), options)
  setCookies(result)
  if (!result.error) return
  // `CredentialsSignin` has its text on the sign-in page, and `AccessDenied` on the error page.
  const page = result.error.kind === 'signIn' ? 'signin' : 'error'
  throw redirect(new URL(`/api/auth/${page}?error=${result.error.type}`, request.url).href)
}, 'signInOnServer')

/** Signs out on the server and stays on the page. */
export const signOutOnServer = action(async () => {
  'use server'
  const { request } = requireEvent()
  const options = { originCheck: originUnchecked } as const
  setCookies(await createAuth(authConfig).signOut(toRequestHead(request), options))
}, 'signOutOnServer')

function setCookies({ cookies }: { cookies: readonly SetCookie[] }) {
  const { headers } = requireEvent().response
  for (const cookie of cookies) headers.append('set-cookie', serializeCookie(cookie))
}

function requireEvent() {
  const event = getRequestEvent()
  if (!event) throw new Error('The request is only available on the server.')
  return event
}
