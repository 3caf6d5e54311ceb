import { defineComponent, h, type PropType, type SlotsType, type VNode } from 'vue'
import type { User } from '../../../types/user.js'
import { fillText, type UserButtonTexts, userButtonTexts } from '../../components/texts.js'
import { isPlainClick } from '../../components/user-menu.js'
import { getInitials, getUserLabel } from '../../components/user-name.js'
import { useSession } from '../session.js'
import { useUserMenu } from './use-user-menu.js'

/**
 * Shows the signed-in user as a button with a menu: the name, the account page and the sign-out. Visitors get a link to the sign-in page. It
 * works without JavaScript, too.
 *
 * @example
 * ```vue
 * <UserButton sign-out-url="/" />
 * ```
 */
export const UserButton = /*#__PURE__*/ defineComponent({
  name: 'UserButton',
  props: {
    /** URL of the account page. @default `account` below the base path */
    accountUrl: String as PropType<string | undefined>,
    /** URL to open after sign-out. @default the current page */
    signOutUrl: String as PropType<string | undefined>,
    texts: Object as PropType<Partial<UserButtonTexts> | undefined>,
  },
  slots: {} as SlotsType<{ default: object }>,
  setup(props, { slots }) {
    const { status, data, authUrl, signIn, signOut } = useSession()
    const menu = useUserMenu()
    return () => {
      const texts = { ...userButtonTexts, ...props.texts }
      const { accountUrl = `${authUrl}/account`, signOutUrl } = props
      const rootProps = { class: 'latchkey-user-button' }
      if (status.value === 'loading')
        return h(
          'a',
          { ...rootProps, 'data-state': 'loading', href: accountUrl, 'aria-label': texts.account },
          h('span', { class: 'latchkey-avatar' }),
        )
      if (!data.value) {
        const link = { ...rootProps, 'data-state': 'signed-out', href: `${authUrl}/signin` }
        return h('a', { ...link, onClick: replaceClick(() => signIn()) }, texts.signIn)
      }
      const user = data.value.user ?? {}
      const signOutLink = {
        href: `${authUrl}/signout`,
        onClick: replaceClick(() => signOut({ redirectTo: signOutUrl })),
      }
      return h('details', { ...rootProps, ref: menu, 'data-state': 'signed-in' }, [
        h('summary', [
          renderAvatar(user),
          h('span', { class: 'latchkey-label' }, fillText(texts.menu, { name: getUserLabel(user) })),
        ]),
        h('div', { class: 'latchkey-menu' }, [
          renderUser(user),
          h('ul', [
            h('li', h('a', { href: accountUrl }, texts.account)),
            slots.default && h('li', slots.default({})),
            h('li', h('a', signOutLink, texts.signOut)),
          ]),
        ]),
      ])
    }
  },
})

/** Replaces what a link does, unless it opens elsewhere. */
function replaceClick(run: () => unknown): (event: MouseEvent) => void {
  return event => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    run()
  }
}

function renderAvatar(user: User): VNode {
  const { image } = user
  const content = image
    ? h('img', { src: image, alt: '', referrerpolicy: 'no-referrer' })
    : getInitials(getUserLabel(user))
  return h('span', { class: 'latchkey-avatar', 'aria-hidden': 'true' }, [content])
}

function renderUser({ name, email }: User): VNode {
  return h('p', { class: 'latchkey-user' }, [
    name && h('bdi', name),
    email && h('bdi', { class: 'latchkey-muted' }, email),
  ])
}
