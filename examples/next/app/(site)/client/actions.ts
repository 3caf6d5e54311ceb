'use server'

import { AuthError } from 'latchkey/next'
import { redirect } from 'next/navigation'
import { signIn, signOut } from '@/auth'

/** Server actions that change the session and stay on the page. `useSession` follows. */
export async function signInOnServer(form: FormData) {
  const { email, password } = Object.fromEntries(form)
  try {
    await signIn('credentials', { email, password, redirect: false })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    // `CredentialsSignin` has its text on the sign-in page, and `AccessDenied` on the error page.
    const page = error.kind === 'signIn' ? 'signin' : 'error'
    redirect(`/api/auth/${page}?error=${error.type}`)
  }
}

export async function signOutOnServer() {
  await signOut({ redirect: false })
}
