import { type ShallowRef, shallowRef, watchPostEffect } from 'vue'
import { enableUserMenu } from '../../components/user-menu.js'

/**
 * Returns the `ref` of a `<details>` element, in `setup`. Escape and a click outside close it, and arrow keys move between its links and buttons.
 *
 * @example
 * ```ts
 * import { useUserMenu } from 'latchkey/vue'
 * import { defineComponent, h } from 'vue'
 *
 * export const Menu = defineComponent(() => {
 *   const menu = useUserMenu()
 *   return () => h('details', { ref: menu }, [h('summary', 'Ada'), h('a', { href: '/auth/account' }, 'Account')])
 * })
 * ```
 */
export function useUserMenu(): ShallowRef<HTMLDetailsElement | null> {
  const menu = shallowRef<HTMLDetailsElement | null>(null)
  watchPostEffect(onCleanup => {
    if (menu.value) onCleanup(enableUserMenu(menu.value))
  })
  return menu
}
