'use server'

import { signIn, signOut } from '@/auth'

/** Server actions that change the session and stay on the page. `useSession` follows. */
export async function signInOnServer(form: FormData) {
  await signIn('credentials', { email: form.get('email'), password: form.get('password'), redirect: false })
}

export async function signOutOnServer() {
  await signOut({ redirect: false })
}
