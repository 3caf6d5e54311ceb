import { createPasswordsClient } from 'latchkey/passwords/client'
import { signIn } from 'latchkey/react'
import { type FormEvent, useState } from 'react'

const passwords = createPasswordsClient('/auth')
const titles = { signIn: 'Sign in', signUp: 'Create account', requestPasswordReset: 'Reset password' }

export function SignInPage({ callbackUrl = '/', message = '' }) {
  const [state, setState] = useState({ form: 'signIn' as keyof typeof titles, message, isPending: false })
  const { form, isPending } = state
  const show = (message: string, next = form) => setState({ form: next, message, isPending: false })
  const password = { signIn: 'current-password', signUp: 'new-password', requestPasswordReset: '' }[form]
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setState({ form, message: '', isPending: true })
    const { url, error, message } = await passwords[form](new FormData(event.currentTarget))
    if (url) location.assign(url)
    show(message ?? (error ? `The request failed: ${error}` : ''))
  }
  return (
    <>
      <h1>{titles[form]}</h1>
      <form onSubmit={submit}>
        <input type="hidden" name="callbackUrl" value={callbackUrl} />
        <label htmlFor="email">Email address</label>
        <input id="email" name="email" type="email" autoComplete="username" required />
        {password && <label htmlFor="password">Password</label>}
        {password && <input id="password" name="password" type="password" autoComplete={password} required />}
        <p role="alert">{state.message}</p>
        <button disabled={isPending}>{titles[form]}</button>
      </form>
      {form !== 'signIn' && <button onClick={() => show('', 'signIn')}>Sign in</button>}
      {form !== 'signUp' && <button onClick={() => show('', 'signUp')}>Create account</button>}
      {password && <button onClick={() => show('', 'requestPasswordReset')}>Forgot password?</button>}
      <button onClick={() => signIn('github', { callbackUrl })}>GitHub</button>
      <button onClick={() => signIn('passkey', { callbackUrl }).catch(_ => show('Canceled'))}>Passkey</button>
    </>
  )
}
