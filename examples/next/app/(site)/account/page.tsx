import { requireSession } from '@/require-session'

/** Guarded only here. */
export default async function Account() {
  const { user, expires } = await requireSession('/account')
  return (
    <>
      <h1>Account</h1>
      <p data-testid="account">{`Signed in as ${user?.email}. Your session expires at ${expires}.`}</p>
    </>
  )
}
