import { signIn } from '../../auth'
import type { Actions } from './$types'

export const actions = {
  default: async event => {
    const { email } = Object.fromEntries(await event.request.formData())
    return { url: await signIn(event, { providerId: 'nodemailer', email, redirect: false }) }
  },
} satisfies Actions
