'use client'

import { type MouseEvent, type ReactElement, type ReactNode, useContext } from 'react'
import type { User } from '../../../types/user.js'
import { fillText, type UserButtonTexts, userButtonTexts } from '../../components/texts.js'
import { isPlainClick } from '../../components/user-menu.js'
import { getUserLabel } from '../../components/user-name.js'
import { getSharedClient } from '../../shared-client.js'
import { AuthUrlContext } from '../session-context.js'
import { useSession } from '../use-session.js'
import { Avatar } from './avatar.js'
import { toClassName } from './class-name.js'
import { useUserMenu } from './use-user-menu.js'

/** Props of {@link UserButton}. */
export interface UserButtonProps {
  /** URL of the account page. @default `account` below the base path */
  accountUrl?: string | undefined
  /** URL to open after sign-out. @default the current page */
  signOutUrl?: string | undefined
  /** CSS classes of the root, in addition to `latchkey-user-button`. */
  className?: string | undefined
  texts?: Partial<UserButtonTexts> | undefined
  /** Links and buttons of the app, before the sign-out. */
  children?: ReactNode
}

/**
 * Shows the signed-in user as a button with a menu: the name, the account page and the sign-out. Visitors get a link to the sign-in page. It
 * works without JavaScript, too.
 *
 * @throws Error outside of a `SessionProvider`
 *
 * @example
 * ```tsx
 * import { UserButton } from 'latchkey/react'
 *
 * export const Header = () => <header><UserButton signOutUrl="/" /></header>
 * ```
 */
export function UserButton(props: UserButtonProps): ReactElement {
  const authUrl = useContext(AuthUrlContext)
  const { status, data } = useSession()
  const { accountUrl = `${authUrl}/account`, className } = props
  const texts = { ...userButtonTexts, ...props.texts }
  const rootClass = toClassName('latchkey-user-button', className)
  if (status === 'authenticated')
    return <UserMenu {...props} {...{ accountUrl, authUrl, rootClass, texts }} user={data.user ?? {}} />
  // Until the session is known, the account page is right for everyone: it leads visitors to the sign-in page.
  return status === 'loading' ? (
    <a className={rootClass} data-state="loading" href={accountUrl} aria-label={texts.account}>
      <span className="latchkey-avatar" />
    </a>
  ) : (
    <a
      className={rootClass}
      data-state="signed-out"
      href={`${authUrl}/signin`}
      onClick={event => signIn(event, authUrl)}
    >
      {texts.signIn}
    </a>
  )
}

interface UserMenuProps extends Pick<UserButtonProps, 'signOutUrl' | 'children'> {
  readonly user: User
  readonly authUrl: string
  readonly accountUrl: string
  readonly rootClass: string
  readonly texts: UserButtonTexts
}

function UserMenu({ user, authUrl, accountUrl, signOutUrl, rootClass, texts, children }: UserMenuProps) {
  const menu = useUserMenu()
  const name = getUserLabel(user)
  function signOut(event: MouseEvent): void {
    if (!isPlainClick(event)) return
    event.preventDefault()
    void getSharedClient(authUrl).signOut({ redirectTo: signOutUrl })
  }
  return (
    <details ref={menu} className={rootClass} data-state="signed-in">
      <summary>
        <Avatar user={user} />
        <span className="latchkey-label">{fillText(texts.menu, { name })}</span>
      </summary>
      <div className="latchkey-menu">
        <p className="latchkey-user">
          {user.name && <bdi>{user.name}</bdi>}
          {user.email && <bdi className="latchkey-muted">{user.email}</bdi>}
        </p>
        <ul>
          <li>
            <a href={accountUrl}>{texts.account}</a>
          </li>
          {children && <li>{children}</li>}
          <li>
            <a href={`${authUrl}/signout`} onClick={signOut}>
              {texts.signOut}
            </a>
          </li>
        </ul>
      </div>
    </details>
  )
}

/** Opens the sign-in page, which returns to the current page. */
function signIn(event: MouseEvent, authUrl: string): void {
  if (!isPlainClick(event)) return
  event.preventDefault()
  void getSharedClient(authUrl).signIn()
}
