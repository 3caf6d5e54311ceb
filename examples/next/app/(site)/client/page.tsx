'use client'

import { useSession } from 'latchkey/react'
import type { auth } from '@/auth'

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
    </>
  )
}
