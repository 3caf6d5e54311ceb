import type { HandleServerError } from '@sveltejs/kit'
import { AuthError } from 'latchkey/sveltekit'
import { building } from '$app/environment'

export { handle } from './auth'

export const handleError: HandleServerError = ({ error }) => {
  if (building) console.error(error)
  return { message: error instanceof AuthError && error.type !== 'AuthError' ? error.type : String(error) }
}
