import { createClient } from 'latchkey/client'

/** The way to the actions below `/auth`. */
export const auth = createClient()

document
  .querySelector('[data-testid=sign-out]')
  ?.addEventListener('click', () => auth.signOut({ redirectTo: '/' }))
