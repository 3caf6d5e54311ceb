'use client'

import { useAccount, useAuthUrl } from 'latchkey/react'

const buttonClass =
  'rounded-md border border-zinc-300 px-3 py-1.5 text-sm font-medium hover:bg-zinc-50 focus-visible:outline-2 dark:border-zinc-700 dark:hover:bg-zinc-900'

const formatTime = (iso: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** Where the user is signed in. The server needs the plugin `latchkey/account`. */
export function SessionList() {
  const authUrl = useAuthUrl()
  const { data, error, message, isPending, change, region } = useAccount('account/sessions')
  const end = (which: 'end-others' | 'end-all') => void change('account/sessions', { change: which })
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-labelledby="session-list-heading"
      aria-busy={isPending}
      className="space-y-4 text-zinc-900 dark:text-zinc-100"
    >
      <h2 id="session-list-heading" className="text-xl font-semibold">
        Where you are signed in
      </h2>
      <p role="alert" className="text-sm text-red-700 empty:hidden dark:text-red-300">
        {error && (message ?? 'That did not work. Please try again.')}
      </p>
      {!data && (
        <a href={`${authUrl}/account/sessions`} className="underline">
          Open the account page
        </a>
      )}
      <ul className="divide-y divide-zinc-200 dark:divide-zinc-800">
        {data?.sessions.map(({ id, device, isCurrent, ipPrefix, lastSeenAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0 text-sm break-words">
              <bdi className="font-medium">{device ?? 'Unknown'}</bdi>
              {isCurrent && (
                <span className="ms-2 rounded-full bg-zinc-200 px-2 py-0.5 text-xs dark:bg-zinc-800">
                  This browser
                </span>
              )}
              <span className="block text-zinc-600 dark:text-zinc-400">
                {lastSeenAt && `Last seen ${formatTime(lastSeenAt)} `}
                {ipPrefix && <bdi>{ipPrefix}</bdi>}
              </span>
            </div>
            {!isCurrent && (
              <button
                type="button"
                aria-label={`Sign out ${device ?? 'Unknown'}`}
                onClick={() => void change('account/sessions', { change: 'end', id })}
                className={buttonClass}
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      {data && (
        <div className="flex flex-wrap gap-2">
          <button type="button" onClick={() => end('end-others')} className={buttonClass}>
            Sign out all others
          </button>
          <button type="button" onClick={() => end('end-all')} className={buttonClass}>
            Sign out everywhere
          </button>
        </div>
      )}
    </section>
  )
}
