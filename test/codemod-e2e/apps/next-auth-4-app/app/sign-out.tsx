'use client'

import { signIn, signOut, useSession } from 'next-auth/react'

export function SignOut() {
  const { data: session, status, update } = useSession()
  if (status === 'loading') return null
  if (!session)
    return (
      <button type="button" onClick={() => signIn('harbor', { callbackUrl: '/' })}>
        Sign in
      </button>
    )
  return (
    <>
      <button type="button" onClick={() => update({ name: 'Grace' })}>
        {session.role}
      </button>
      <button type="button" onClick={() => signOut({ callbackUrl: '/' })}>
        Sign out
      </button>
    </>
  )
}
