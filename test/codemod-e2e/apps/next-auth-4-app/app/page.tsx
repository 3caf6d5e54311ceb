import { getServerSession } from 'next-auth'
import { authOptions } from '@/lib/auth'
import { SignOut } from './sign-out'

export default async function Home() {
  const session = await getServerSession(authOptions)
  return (
    <>
      <p data-testid="user">{session?.user?.email ?? 'Not signed in'}</p>
      <p data-testid="user-id">{session?.userId ?? 'none'}</p>
      <SignOut />
    </>
  )
}
