import { signIn } from '../../auth'
import type { Actions } from './$types'

/** Reads the form before `signIn`. The page is rendered with the new session. */
export const actions = {
  default: async event => {
    const { email, password } = Object.fromEntries(await event.request.formData())
    await event.locals.auth()
    const url: string = await signIn(event, { providerId: 'credentials', email, password, redirect: false })
    return { url }
  },
} satisfies Actions
