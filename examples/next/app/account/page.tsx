import { requireSession } from '@/require-session'

/** Guarded here alone. */
export default async function Account() {
  const { user, expires } = await requireSession('/account')
  return (
    <>
      <h1>Account</h1>
      <p data-testid="account">{`Your session lasts until ${expires}, ${user?.email}.`}</p>
    </>
  )
}
