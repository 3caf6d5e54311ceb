'use client'

import { useSession } from 'latchkey/react'

export function Greeting() {
  const { data } = useSession()
  return <p>{`Hello ${data?.user?.name ?? 'guest'}`}</p>
}
