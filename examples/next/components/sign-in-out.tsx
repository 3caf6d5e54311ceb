import { signIn, signOut } from '@/auth'

/** To the sign-in page, and back to the page where it was pressed. Forms work before their scripts are there, and without. */
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
