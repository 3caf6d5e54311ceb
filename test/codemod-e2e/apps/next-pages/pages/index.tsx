import type { GetServerSideProps } from 'next'
import type { Session } from 'next-auth'
import { signOut, useSession } from 'next-auth/react'
import { auth } from '../auth'

export default function Home() {
  const { data: session } = useSession()
  return (
    <>
      <p data-testid="user">{session?.user.email ?? 'Not signed in'}</p>
      <a data-testid="sign-in" href="/api/auth/signin">
        Sign in
      </a>
      <button data-testid="sign-out" type="button" onClick={() => signOut({ redirectTo: '/' })}>
        Sign out
      </button>
    </>
  )
}

export const getServerSideProps: GetServerSideProps<{ session: Session | null }> = async context => ({
  props: { session: await auth(context) },
})
