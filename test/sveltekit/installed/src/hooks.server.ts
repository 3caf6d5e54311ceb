import type { HandleServerError } from '@sveltejs/kit'
import { AuthError } from 'latchkey/sveltekit'

export { handle } from './auth'

export const handleError: HandleServerError = ({ error }) => ({
  message: error instanceof AuthError ? error.type : String(error),
})
