import type { Session } from 'next-auth'
import { auth } from '../../auth'

export default async function Private() {
  const session: Session | null = await auth()
  return <p>{session?.user.tier}</p>
}
