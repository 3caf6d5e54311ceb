import { auth } from '@/auth'
import { requireSession } from '@/require-session'
import { isGuarded } from '@/test-settings'

/** Guarded by proxy.ts, and here again: a layout or a proxy is no place for the only guard. */
export default async function Protected() {
  const session = isGuarded('page') ? await requireSession('/protected') : await auth()
  return (
    <>
      <h1>Protected</h1>
      <p data-testid="protected">{`Only signed-in visitors read this, ${session?.user?.email}.`}</p>
    </>
  )
}
