import { auth } from '@/auth'
import { member } from '@/members'
import { isGuarded } from '@/trial'

/** Guarded by proxy.ts, and here again: a layout or a proxy is no place for the only guard. */
export default async function Protected() {
  const session = isGuarded('page') ? await member('/protected') : await auth()
  return (
    <>
      <h1>Protected</h1>
      <p data-testid="protected">{`Only signed-in visitors read this, ${session?.user?.email}.`}</p>
    </>
  )
}
