'use client'

import { useSession } from 'latchkey/react'
import type { auth } from '@/auth'

export default function Client() {
  const { data, status, update } = useSession<typeof auth>()
  const isKnown = status !== 'loading'
  return (
    <>
      <h1>In the browser</h1>
      <p>
        The script of this page knows who you are:{' '}
        <strong data-testid="client-user">{isKnown ? (data?.user?.email ?? 'nobody') : '…'}</strong>
      </p>
      <p>
        Your name:{' '}
        <strong data-testid="client-name">{isKnown ? (data?.user?.name ?? 'a stranger') : '…'}</strong>
      </p>
      <form action={async form => void (await update({ name: form.get('name') }))}>
        <label>
          Another name <input name="name" maxLength={50} required data-testid="new-name" />
        </label>{' '}
        <button type="submit" data-testid="update">
          Change it
        </button>
      </form>
    </>
  )
}
