'use client'

import { customFetch } from 'latchkey'
import { useSession } from 'latchkey/react'

export function Greeting() {
  const { data } = useSession()
  return <p title={String(customFetch)}>{`Hello ${data?.user?.name ?? 'guest'}`}</p>
}
