'use client'

import { useContext } from 'react'
import { AuthUrlContext } from '../session-context.js'

/**
 * Returns the URL in front of the auth actions, for links of your own.
 *
 * @example
 * ```tsx
 * import { useAuthUrl } from 'latchkey/react'
 *
 * export const AccountLink = () => <a href={`${useAuthUrl()}/account`}>Account</a>
 * ```
 */
export function useAuthUrl(): string {
  return useContext(AuthUrlContext)
}
