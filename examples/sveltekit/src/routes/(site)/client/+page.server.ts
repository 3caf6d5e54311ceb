import { redirect } from '@sveltejs/kit'
import { AuthError } from 'latchkey/sveltekit'
import { signIn, signOut } from '../../../auth'
import type { Actions } from './$types'

/** Form actions that change the session and stay on the page. The store follows. */
export const actions = {
  async signIn(event) {
    const { email, password } = Object.fromEntries(await event.request.formData())
    try {
      await signIn(event, { providerId: 'credentials', email, password, redirect: false })
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      // `CredentialsSignin` has its text on the sign-in page, and `AccessDenied` on the error page.
      const page = error.kind === 'signIn' ? 'signin' : 'error'
      redirect(303, `/auth/${page}?error=${error.type}`)
    }
  },
  async signOut(event) {
    await signOut(event, { redirect: false })
  },
} satisfies Actions
