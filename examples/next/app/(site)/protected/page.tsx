import { auth } from '@/auth'
import { requireSession } from '@/require-session'
import { isGuarded } from '@/test-settings'

/** Guarded by proxy.ts and again here: do not rely on a layout or a proxy alone. */
export default async function Protected() {
  const session = isGuarded('page') ? await requireSession('/protected') : await auth()
  return (
    <>
      <h1>Protected</h1>
      <p data-testid="protected">{`Only signed-in users can see this page. You are signed in as ${session?.user?.email}.`}</p>
    </>
  )
}
