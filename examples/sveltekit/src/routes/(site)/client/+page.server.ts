import { signIn, signOut } from '../../../auth'
import type { Actions } from './$types'

/** Form actions that change the session and stay on the page. The store follows. */
export const actions = {
  async signIn(event) {
    const { email, password } = Object.fromEntries(await event.request.formData())
    await signIn(event, { providerId: 'credentials', email, password, redirect: false })
  },
  async signOut(event) {
    await signOut(event, { redirect: false })
  },
} satisfies Actions
