'use client'

import { useSession } from 'latchkey/react'
import type { auth } from '@/auth'

/** Shows the user on a page that the server renders without one. */
export function CurrentUser() {
  const { data, status } = useSession<typeof auth>()
  const user = data?.user?.email ?? 'Not signed in'
  return (
    <p>
      User: <strong data-testid="client-user">{status === 'loading' ? '…' : user}</strong>
    </p>
  )
}
