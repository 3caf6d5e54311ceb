'use client'

import { signIn, signOut, useAuthUrl, useSession, useUserMenu } from 'latchkey/react'
import type { ReactNode } from 'react'

const itemClass =
  'block w-full rounded-md px-3 py-2 text-start text-sm hover:bg-zinc-100 focus-visible:bg-zinc-100 dark:hover:bg-zinc-800 dark:focus-visible:bg-zinc-800'

/** Shows the signed-in user with a menu, and visitors a link to the sign-in page. `children` are more links of the menu. */
export function UserButton({ children }: { children?: ReactNode }) {
  const authUrl = useAuthUrl()
  const { data, status } = useSession()
  const menu = useUserMenu()
  if (status === 'loading')
    return (
      <a
        href={`${authUrl}/account`}
        className="inline-block size-10 rounded-full bg-zinc-200 dark:bg-zinc-800"
      >
        <span className="sr-only">Account</span>
      </a>
    )
  if (!data)
    return (
      <a
        href={`${authUrl}/signin`}
        onClick={event => {
          event.preventDefault()
          void signIn()
        }}
        className="inline-block rounded-md border border-zinc-300 px-4 py-2 text-sm font-medium dark:border-zinc-700"
      >
        Sign in
      </a>
    )
  const { name, email, image } = data.user ?? {}
  const label = name || email || ''
  return (
    <details ref={menu} className="relative inline-block">
      <summary className="flex size-10 cursor-pointer list-none items-center justify-center overflow-hidden rounded-full bg-zinc-900 text-sm font-medium text-white focus-visible:outline-2 focus-visible:outline-offset-2 dark:bg-zinc-100 dark:text-zinc-900 [&::-webkit-details-marker]:hidden">
        {image ? (
          <img src={image} alt="" referrerPolicy="no-referrer" className="size-full object-cover" />
        ) : (
          <span aria-hidden="true">{label.slice(0, 1).toUpperCase()}</span>
        )}
        <span className="sr-only">Account of {label}</span>
      </summary>
      <div className="absolute end-0 z-10 mt-2 w-64 max-w-[90vw] rounded-lg border border-zinc-200 bg-white p-1 text-zinc-900 shadow-lg dark:border-zinc-800 dark:bg-zinc-950 dark:text-zinc-100">
        <p className="border-b border-zinc-200 px-3 py-2 text-sm break-words dark:border-zinc-800">
          {name && <bdi className="block font-medium">{name}</bdi>}
          {email && <bdi className="block text-zinc-600 dark:text-zinc-400">{email}</bdi>}
        </p>
        <a href={`${authUrl}/account`} className={itemClass}>
          Manage account
        </a>
        {children}
        <a
          href={`${authUrl}/signout`}
          onClick={event => {
            event.preventDefault()
            void signOut()
          }}
          className={itemClass}
        >
          Sign out
        </a>
      </div>
    </details>
  )
}
