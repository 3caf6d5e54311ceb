'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { enableUserMenu } from '../../components/user-menu.js'

/**
 * Returns the `ref` of a `<details>` element. Escape and a click outside close it, and arrow keys move between its links and buttons.
 *
 * @example
 * ```tsx
 * import { useUserMenu } from 'latchkey/react'
 *
 * export const Menu = () => (
 *   <details ref={useUserMenu()}>
 *     <summary>Ada</summary>
 *     <a href="/auth/account">Account</a>
 *   </details>
 * )
 * ```
 */
export function useUserMenu(): RefObject<HTMLDetailsElement | null> {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => (menu.current ? enableUserMenu(menu.current) : undefined), [])
  return menu
}
