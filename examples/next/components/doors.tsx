'use client'

import { signOut } from 'latchkey/react'
import { usePathname } from 'next/navigation'

/** To the sign-in page, and back here. It is no page of this app, so the browser goes there, not the router. */
export function SignInLink() {
  return (
    <a href={`/api/auth/signin?callbackUrl=${encodeURIComponent(usePathname())}`} data-testid="sign-in">
      Sign in
    </a>
  )
}

export function SignOutButton() {
  return (
    <button type="button" onClick={() => signOut({ redirectTo: '/' })} data-testid="sign-out">
      Sign out
    </button>
  )
}
