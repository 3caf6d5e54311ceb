import { enableUserMenu } from '../components/user-menu.js'

/**
 * Action for a `<details>` element: Escape and a click outside close it, and arrow keys move between its links and buttons.
 *
 * @example
 * ```svelte
 * <details use:userMenu><summary>Ada</summary><a href="/auth/account">Account</a></details>
 * ```
 */
export function userMenu(menu: HTMLDetailsElement): { destroy(): void } {
  return { destroy: enableUserMenu(menu) }
}
