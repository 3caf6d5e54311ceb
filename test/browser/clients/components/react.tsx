import {
  Protect,
  SessionList,
  SessionProvider,
  SignedIn,
  SignedOut,
  SignIn,
  UserButton,
  UserProfile,
} from 'latchkey/react'
import { StrictMode } from 'react'
import { german, isStaff, type PageProps } from './props.js'

export function Page({ session, view, providers, language }: PageProps) {
  return (
    <StrictMode>
      <SessionProvider basePath="/auth" session={session}>
        <header>
          <UserButton signOutUrl="/?view=none" texts={language && german.userButton}>
            <a href="/settings">Settings</a>
          </UserButton>
        </header>
        <main>
          <h1>Acme</h1>
          <a href="/help">Help</a>
          <SignedIn>
            <p id="signed-in">Members only</p>
          </SignedIn>
          <SignedOut>
            <p id="signed-out">Visitors only</p>
          </SignedOut>
          <Protect condition={isStaff} fallback={<p id="not-staff">Staff only</p>}>
            <p id="staff">Figures</p>
          </Protect>
          <Protect maxAge={600} fallback={<p id="not-recent">Confirm</p>}>
            <p id="recent">Recent</p>
          </Protect>
          {view === 'sign-in' && (
            <SignIn
              passwords
              callbackUrl="/?view=none"
              providers={providers}
              texts={language && german.signIn}
            />
          )}
          {view === 'profile' && <UserProfile locale="en-US" />}
          {view === 'sessions' && <SessionList locale="en-US" />}
        </main>
      </SessionProvider>
    </StrictMode>
  )
}
