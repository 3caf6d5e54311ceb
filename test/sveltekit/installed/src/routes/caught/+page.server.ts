import { fail } from '@sveltejs/kit'
import { AuthError, CredentialsSignin } from 'latchkey/sveltekit'
import { signIn } from '../../auth'
import type { Actions } from './$types'

export const actions = {
  default: async event => {
    try {
      await signIn(event)
    } catch (error) {
      if (error instanceof CredentialsSignin) return fail(401, { type: error.type, code: error.code })
      if (error instanceof AuthError) return fail(400, { type: error.type })
      throw error
    }
  },
} satisfies Actions
