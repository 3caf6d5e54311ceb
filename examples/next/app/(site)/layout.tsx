import { SessionProvider } from 'latchkey/react'
import { toPublicSession } from 'latchkey/server'
import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { auth } from '@/auth'
import { SignIn, SignOut } from '@/components/sign-in-out'
import '../globals.css'

export const metadata: Metadata = { title: 'Latchkey and Next' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const session = await auth()
  return (
    <html lang="en">
      <body>
        <header>
          <nav>
            <Link href="/" data-testid="to-home">
              Home
            </Link>
            <Link href="/protected" data-testid="to-protected">
              Protected
            </Link>
            <Link href="/account" data-testid="to-account">
              Account
            </Link>
            <Link href="/client" data-testid="to-client">
              Client
            </Link>
          </nav>
          <div className="user">
            <span data-testid="user">{session?.user?.email ?? 'Not signed in'}</span>
            {session ? <SignOut /> : <SignIn />}
          </div>
        </header>
        <main>
          {/* Passes a changed session to the components in the browser and to other tabs. */}
          <SessionProvider session={toPublicSession(session)}>{children}</SessionProvider>
        </main>
      </body>
    </html>
  )
}
