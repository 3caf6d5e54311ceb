'use client'

import { type FormEvent, type InputHTMLAttributes, type ReactElement, useContext } from 'react'
import type { PublicProvider } from '../../../types/provider.js'
import type { SignInStoreOptions } from '../../components/sign-in-store.js'
import {
  describeFailure,
  fillText,
  getProviderText,
  mergeTexts,
  type OwnTexts,
  type SignInTexts,
  signInTexts,
} from '../../components/texts.js'
import { AuthUrlContext } from '../session-context.js'
import { toClassName } from './class-name.js'
import { type SignInForm, useSignIn } from './use-sign-in.js'

/** Props of {@link SignIn}. */
export interface SignInProps extends SignInStoreOptions {
  /** Shows the form of the plugin `latchkey/passwords`. @default false */
  passwords?: boolean | undefined
  /** The label of the field of the password form is `texts.identifier`; `username` accepts a user name, too. @default 'email' */
  identifier?: 'email' | 'username' | undefined
  /** CSS classes of the root, in addition to `latchkey-sign-in`. */
  className?: string | undefined
  /** Texts, for example of another language. Those that are left out are English. */
  texts?: OwnTexts<SignInTexts> | undefined
}

/**
 * A form with all ways to sign in: a button for each provider, an email form, a passkey, and with `passwords` a password form. Without
 * JavaScript, it is a link to the built-in page.
 *
 * @throws Error outside of a `SessionProvider`
 *
 * @example
 * ```tsx
 * import { SignIn } from 'latchkey/react'
 *
 * export const SignInPage = () => <SignIn passwords callbackUrl="/home" />
 * ```
 */
export function SignIn({ passwords = false, identifier = 'email', ...props }: SignInProps): ReactElement {
  const authUrl = useContext(AuthUrlContext)
  const form = useSignIn(props)
  const texts = mergeTexts(signInTexts, props.texts)
  const parts = { form, texts, authUrl }
  const failure = describeFailure(form, texts.errors)
  return (
    <section
      className={toClassName('latchkey-sign-in', props.className)}
      aria-busy={form.pending !== null}
      aria-label={texts.heading || undefined}
    >
      {texts.heading && <h2>{texts.heading}</h2>}
      <p role="alert" className="latchkey-error">
        {failure}
      </p>
      {form.providers ? (
        <>
          {passwords && <PasswordForm {...parts} identifier={identifier} />}
          {form.providers.map(provider => (
            <ProviderForm key={provider.id} {...parts} provider={provider} />
          ))}
        </>
      ) : (
        <a href={`${authUrl}/signin`}>{texts.signInPage}</a>
      )}
    </section>
  )
}

interface FormParts {
  readonly form: SignInForm
  readonly texts: SignInTexts
  readonly authUrl: string
}

/** Prevents the request of the browser, and submits the fields with the client. */
function submitWith(send: (fields: FormData) => Promise<void>): (event: FormEvent<HTMLFormElement>) => void {
  return event => {
    event.preventDefault()
    void send(new FormData(event.currentTarget))
  }
}

function PasswordForm({
  form,
  texts,
  authUrl,
  identifier,
}: FormParts & { identifier: 'email' | 'username' }) {
  return (
    // A POST, so that a password is not in a URL if the script has not run.
    <form
      method="post"
      action={`${authUrl}/passwords/sign-in`}
      className="latchkey-form"
      data-provider="password"
      onSubmit={submitWith(form.signInWithPassword)}
    >
      <Field
        label={texts.identifier}
        name="email"
        type={identifier === 'email' ? 'email' : 'text'}
        autoComplete="username"
      />
      <Field label={texts.password} name="password" type="password" autoComplete="current-password" />
      <button type="submit" className="latchkey-primary">
        {texts.signIn}
      </button>
      <p className="latchkey-links">
        <a href={`${authUrl}/passwords/forgot`}>{texts.forgotPassword}</a>{' '}
        <a href={`${authUrl}/passwords/sign-up`}>{texts.signUp}</a>
      </p>
    </form>
  )
}

function ProviderForm({ provider, form, texts, authUrl }: FormParts & { provider: PublicProvider }) {
  const { id: providerId, name, type } = provider
  if (type === 'credentials')
    return (
      <a className="latchkey-provider" data-provider={providerId} href={`${authUrl}/signin`}>
        {fillText(texts.continueWith, { name })}
      </a>
    )
  const isEmail = type === 'email'
  return (
    <form
      method="post"
      action={`${authUrl}/signin`}
      className="latchkey-form"
      data-provider={providerId}
      onSubmit={submitWith(fields => form.signIn(providerId, fields))}
    >
      {isEmail && <Field label={texts.email} name="email" type="email" autoComplete="email" />}
      <button type="submit" className="latchkey-provider">
        {getProviderText(provider, texts)}
      </button>
    </form>
  )
}

function Field({ label, ...input }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="latchkey-field">
      {label}
      <input required {...input} />
    </label>
  )
}
