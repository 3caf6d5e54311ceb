import { signIn, signOut } from '@/auth'

/** Opens the sign-in page, which returns to the current page. The form works before its script has loaded, and without it. */
export function SignIn() {
  return (
    <form
      action={async () => {
        'use server'
        await signIn()
      }}
    >
      <button type="submit" data-testid="sign-in">
        Sign in
      </button>
    </form>
  )
}

export function SignOut() {
  return (
    <form
      action={async () => {
        'use server'
        await signOut({ redirectTo: '/' })
      }}
    >
      <button type="submit" data-testid="sign-out">
        Sign out
      </button>
    </form>
  )
}
