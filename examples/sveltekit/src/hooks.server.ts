import { error, type Handle } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { AuthError } from 'latchkey/sveltekit'
import { requireSession } from '$lib/server/require-session'
import { isGuarded } from '$lib/server/test-settings'
import { handle as auth } from './auth'

/** Returns 503 if the session is unavailable. The cookie stays, so the next request can succeed. */
const handleUnavailableSession: Handle = async ({ event, resolve }) => {
  try {
    await event.locals.auth()
  } catch (cause) {
    if (cause instanceof AuthError && cause.type === 'SessionUnavailable') error(503, 'Please try again.')
    throw cause
  }
  return resolve(event)
}

const guardProtectedPages: Handle = async ({ event, resolve }) => {
  if (isGuarded('middleware') && event.route.id?.startsWith('/(site)/protected')) await requireSession(event)
  return resolve(event)
}

export const handle = sequence(auth, handleUnavailableSession, guardProtectedPages)
