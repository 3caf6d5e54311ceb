import { SessionProvider } from 'latchkey/react'
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
          {/* Without `session`, the browser requests the session, and requests it again when a server action has changed it. */}
          <SessionProvider>{children}</SessionProvider>
        </main>
      </body>
    </html>
  )
}
