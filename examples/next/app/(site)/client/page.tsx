'use client'

import { useSession } from 'latchkey/react'
import type { auth } from '@/auth'
import { signInOnServer, signOutOnServer } from './actions'

export default function Client() {
  const { data, status, update } = useSession<typeof auth>()
  const isLoaded = status !== 'loading'
  return (
    <>
      <h1>Session in the browser</h1>
      <p>
        User:{' '}
        <strong data-testid="client-user">{isLoaded ? (data?.user?.email ?? 'Not signed in') : '…'}</strong>
      </p>
      <p>
        Name: <strong data-testid="client-name">{isLoaded ? (data?.user?.name ?? 'guest') : '…'}</strong>
      </p>
      <form action={async form => void (await update({ name: form.get('name') }))}>
        <label>
          New name <input name="name" maxLength={50} required data-testid="new-name" />
        </label>{' '}
        <button type="submit" data-testid="update">
          Update
        </button>
      </form>
      <form action={signInOnServer}>
        <label>
          Email <input name="email" type="email" required data-testid="server-email" />
        </label>{' '}
        <label>
          Password <input name="password" type="password" required data-testid="server-password" />
        </label>{' '}
        <button type="submit" data-testid="server-sign-in">
          Sign in on this page
        </button>
      </form>
      <form action={signOutOnServer}>
        <button type="submit" data-testid="server-sign-out">
          Sign out on this page
        </button>
      </form>
    </>
  )
}
