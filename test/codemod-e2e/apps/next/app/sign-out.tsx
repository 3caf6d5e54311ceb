'use client'

import { signOut, useSession } from 'next-auth/react'

export function SignOut() {
  const { data } = useSession()
  const tier: string | undefined = data?.user.tier
  return (
    <button data-testid="sign-out" type="button" title={tier} onClick={() => signOut({ redirectTo: '/' })}>
      Sign out
    </button>
  )
}
