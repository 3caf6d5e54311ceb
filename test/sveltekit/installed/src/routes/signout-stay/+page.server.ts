import { signOut } from '../../auth'
import type { Actions } from './$types'

export const actions = {
  default: async event => {
    await event.locals.auth()
    const { redirect } = await signOut(event, { redirect: false })
    return { redirect }
  },
} satisfies Actions
