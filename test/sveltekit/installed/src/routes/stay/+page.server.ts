import { signIn } from '../../auth'
import type { Actions } from './$types'

/** The form was read before, and the page is rendered with who came in. */
export const actions = {
  default: async event => {
    const { email, password } = Object.fromEntries(await event.request.formData())
    await event.locals.auth()
    const url: string = await signIn(event, { providerId: 'credentials', email, password, redirect: false })
    return { url }
  },
} satisfies Actions
