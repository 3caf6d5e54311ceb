'use client'

import { type RefCallback, useEffect, useState } from 'react'
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
export function useUserMenu(): RefCallback<HTMLDetailsElement> {
  const [menu, setMenu] = useState<HTMLDetailsElement | null>(null)
  useEffect(() => (menu ? enableUserMenu(menu) : undefined), [menu])
  return setMenu
}
