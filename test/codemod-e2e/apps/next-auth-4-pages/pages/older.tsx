import type { GetServerSideProps } from 'next'
import { getSession } from 'next-auth/react'

export default function Older({ email }: { email: string | null }) {
  return <p data-testid="user">{email ?? 'Not signed in'}</p>
}

export const getServerSideProps: GetServerSideProps = async context => {
  const session = await getSession(context)
  return { props: { email: session?.user?.email ?? null } }
}
