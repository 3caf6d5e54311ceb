import { auth } from '../auth'
import { SignOut } from './sign-out'

export default async function Home() {
  const session = await auth()
  return (
    <>
      <p data-testid="user">{session?.user.email ?? 'Not signed in'}</p>
      <a data-testid="sign-in" href="/api/auth/signin">
        Sign in
      </a>
      <SignOut />
    </>
  )
}
