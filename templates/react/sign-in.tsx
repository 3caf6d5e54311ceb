'use client'

import { useAuthUrl, useSignIn } from 'latchkey/react'
import type { FormEvent } from 'react'

const inputClass =
  'w-full rounded-md border border-zinc-400 bg-transparent px-3 py-2 text-base focus-visible:outline-2 dark:border-zinc-600'
const buttonClass =
  'w-full rounded-md border border-zinc-300 px-4 py-2 text-sm font-medium hover:bg-zinc-50 focus-visible:outline-2 dark:border-zinc-700 dark:hover:bg-zinc-900'
const primaryClass =
  'w-full rounded-md bg-zinc-900 px-4 py-2 text-sm font-medium text-white hover:bg-zinc-700 focus-visible:outline-2 focus-visible:outline-offset-2 dark:bg-zinc-100 dark:text-zinc-900 dark:hover:bg-zinc-300'

const errors: Record<string, string> = {
  AccessDenied: 'You don’t have permission to sign in here.',
  CredentialsSignin: 'The details are incorrect. Check them and try again.',
  NotAllowedError: 'The passkey was not used. Try again, or choose another way to sign in.',
  OAuthAccountNotLinked: 'To confirm that it’s you, sign in with the account you used originally.',
  Unreachable: 'There is no connection to the server. Try again.',
}

/** Submits the fields with the client instead of the browser. */
const submitWith = (send: (fields: FormData) => Promise<void>) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  void send(new FormData(event.currentTarget))
}

/** All ways to sign in. Set `passwords` if the server has the plugin `latchkey/passwords`. */
export function SignIn({ callbackUrl, passwords = false }: { callbackUrl?: string; passwords?: boolean }) {
  const authUrl = useAuthUrl()
  const { providers, error, message, pending, signIn, signInWithPassword } = useSignIn({ callbackUrl })
  return (
    <section
      aria-labelledby="sign-in-heading"
      aria-busy={pending !== null}
      className="w-full max-w-sm space-y-4 rounded-lg border border-zinc-200 bg-white p-6 text-zinc-900 dark:border-zinc-800 dark:bg-zinc-950 dark:text-zinc-100"
    >
      <h2 id="sign-in-heading" className="text-xl font-semibold">
        Sign in
      </h2>
      <p role="alert" className="text-sm text-red-700 empty:hidden dark:text-red-300">
        {error && (message ?? errors[error] ?? 'You could not be signed in. Please try again.')}
      </p>
      {!providers && (
        <a href={`${authUrl}/signin`} className="underline">
          Open the sign-in page
        </a>
      )}
      {providers && passwords && (
        <form
          method="post"
          action={`${authUrl}/passwords/sign-in`}
          onSubmit={submitWith(signInWithPassword)}
          className="space-y-3"
        >
          <label className="block space-y-1 text-sm">
            <span>Email address</span>
            <input name="email" type="email" autoComplete="username" required className={inputClass} />
          </label>
          <label className="block space-y-1 text-sm">
            <span>Password</span>
            <input
              name="password"
              type="password"
              autoComplete="current-password"
              required
              className={inputClass}
            />
          </label>
          <button type="submit" className={primaryClass}>
            Sign in
          </button>
          <p className="flex flex-wrap justify-between gap-2 text-sm">
            <a href={`${authUrl}/passwords/forgot`} className="underline">
              Forgot password?
            </a>
            <a href={`${authUrl}/passwords/sign-up`} className="underline">
              Create account
            </a>
          </p>
        </form>
      )}
      {providers?.map(({ id, name, type }) =>
        type === 'credentials' ? (
          <a key={id} href={`${authUrl}/signin`} className={`${buttonClass} block text-center`}>
            Continue with {name}
          </a>
        ) : (
          <form
            key={id}
            method="post"
            action={`${authUrl}/signin`}
            onSubmit={submitWith(fields => signIn(id, fields))}
            className="space-y-3"
          >
            {type === 'email' && (
              <label className="block space-y-1 text-sm">
                <span>Email address</span>
                <input name="email" type="email" autoComplete="email" required className={inputClass} />
              </label>
            )}
            <button type="submit" className={buttonClass}>
              {type === 'webauthn'
                ? 'Sign in with a passkey'
                : `Continue with ${type === 'email' ? 'email' : name}`}
            </button>
          </form>
        ),
      )}
    </section>
  )
}
