import { useSession } from 'latchkey/react'
import { AuthError } from 'latchkey/react-router'
import { Form, redirectDocument } from 'react-router'
import { authContext } from '~/auth.server'
import type { Route } from './+types/client'

/** Signs in or out on the server and stays on the page. `useSession` follows. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, ...fields } = Object.fromEntries(await request.formData())
  const auth = context.get(authContext)
  // The redirect that they return is not sent.
  try {
    if (intent === 'sign-out') await auth.signOut()
    else await auth.signIn({ provider: 'credentials', fields })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    // `CredentialsSignin` has its text on the sign-in page, and `AccessDenied` on the error page.
    return redirectDocument(`/auth/${error.kind === 'signIn' ? 'signin' : 'error'}?error=${error.type}`, 303)
  }
  return null
}

export default function Client() {
  const { data, status, update } = useSession()
  const isLoaded = status !== 'loading'
  return (
    <>
      <h1>Session in the browser</h1>
      <p>
        User:{' '}
        <strong data-testid="client-user">{isLoaded ? (data?.user?.email ?? 'Not signed in') : '…'}</strong>
      </p>
      <p>
        Name: <strong data-testid="client-name">{isLoaded ? (data?.user?.name ?? 'guest') : '…'}</strong>
      </p>
      <form action={async form => void (await update({ name: form.get('name') }))}>
        <label>
          New name <input name="name" maxLength={50} required data-testid="new-name" />
        </label>{' '}
        <button type="submit" data-testid="update">
          Update
        </button>
      </form>
      <Form method="post">
        <label>
          Email <input name="email" type="email" required data-testid="server-email" />
        </label>{' '}
        <label>
          Password <input name="password" type="password" required data-testid="server-password" />
        </label>{' '}
        <button type="submit" data-testid="server-sign-in">
          Sign in on this page
        </button>
      </Form>
      <Form method="post">
        <button type="submit" name="intent" value="sign-out" data-testid="server-sign-out">
          Sign out on this page
        </button>
      </Form>
    </>
  )
}
