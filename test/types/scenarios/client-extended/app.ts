import { useSession } from 'latchkey/react'
import type { DefaultSession } from 'latchkey/types'

declare module 'latchkey/types' {
  interface Session {
    tenant: string
    user: { role?: 'keeper' } & DefaultSession['user']
  }
}

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function sees<Expected>(): <Actual>(value: Actual, same: Is<Actual, Expected>) => void

export function useTenant() {
  const { data } = useSession()
  sees<string | undefined>()(data?.tenant, true)
  sees<'keeper' | undefined>()(data?.user.role, true)
  return data?.tenant
}
