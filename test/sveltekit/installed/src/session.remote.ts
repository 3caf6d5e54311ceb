import { command, form, getRequestEvent, query } from '$app/server'
import { getUserSessions, requireAuth, signIn, signOut } from './auth'

const credentials = { providerId: 'credentials', email: 'ada@example.com', password: 'correct horse' }

export const readEmail = query(async () => (await getRequestEvent().locals.auth())?.user?.email ?? null)

export const requireEmail = query(async () => (await requireAuth(getRequestEvent())).user?.email)

export const requireForPage = query(async () =>
  requireAuth(getRequestEvent(), { respondAs: 'page' }).then(session => session.user?.email),
)

export const signInByQuery = query(async () => signIn(getRequestEvent(), { ...credentials, redirect: false }))

export const signOutByQuery = query(async () => signOut(getRequestEvent(), { redirect: false }))

export const endSessionsByQuery = query(async () => getUserSessions(getRequestEvent()).endAll())

export const requireByCommand = command(async () => (await requireAuth(getRequestEvent())).user?.email)

export const signInByCommand = command(async () =>
  signIn(getRequestEvent(), { ...credentials, redirectTo: '/home', redirect: false }),
)

export const signOutByCommand = command(async () => {
  const { redirect } = await signOut(getRequestEvent(), { redirectTo: '/', redirect: false })
  return redirect
})

export const signInByForm = form(async () =>
  signIn(getRequestEvent(), { ...credentials, redirectTo: '/home' }),
)
