import { createClient } from 'latchkey/client'

/** The way to the actions below `/auth`. */
export const auth = createClient()

const leave = document.querySelector('[data-testid=sign-out]')
if (leave) {
  leave.addEventListener('click', () => auth.signOut({ redirectTo: '/' }))
  leave.disabled = false
}
