import { SessionProvider, SignedIn, SignedOut, SignIn, UserButton } from 'latchkey/react'
import { toPublicSession } from 'latchkey/server'
import { auth } from '@/auth'

/** A server component. With the session, the page shows at once who is signed in. */
export default async function Components() {
  return (
    <SessionProvider session={toPublicSession(await auth())}>
      <h1>Components</h1>
      <UserButton signOutUrl="/components" accountUrl="/account" />
      <SignedIn>
        <p data-testid="members">Members only</p>
      </SignedIn>
      <SignedOut>
        <p data-testid="visitors">Visitors only</p>
        <SignIn callbackUrl="/components" />
      </SignedOut>
    </SessionProvider>
  )
}
