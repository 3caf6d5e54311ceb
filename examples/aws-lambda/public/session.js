import { createClient } from 'latchkey/client'

/** The client for the actions below `/auth`. */
export const auth = createClient()

const signOutButton = document.querySelector('[data-testid=sign-out]')
if (signOutButton) {
  signOutButton.addEventListener('click', () => auth.signOut({ redirectTo: '/' }))
  signOutButton.disabled = false
}
