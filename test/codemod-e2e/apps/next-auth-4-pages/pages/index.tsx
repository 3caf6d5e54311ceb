import type { GetServerSidePropsContext } from 'next'
import { getServerSession } from 'next-auth/next'
import { signIn, signOut, useSession } from 'next-auth/react'
import { authOptions } from './api/auth/[...nextauth]'

export default function Home() {
  const { data: session } = useSession()
  return (
    <>
      <p data-testid="user">{session?.user?.email ?? 'Not signed in'}</p>
      <p data-testid="user-id">{session?.userId ?? 'none'}</p>
      <button type="button" onClick={() => signIn('harbor')}>
        Sign in
      </button>
      <button type="button" onClick={() => signOut({ redirect: false })}>
        Sign out
      </button>
    </>
  )
}

export async function getServerSideProps({ req, res }: GetServerSidePropsContext) {
  const session = await getServerSession(req, res, authOptions)
  return { props: { session } }
}
