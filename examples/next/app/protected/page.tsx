import { member } from '@/members'

/** Guarded by proxy.ts, and here again: a layout or a proxy is no place for the only guard. */
export default async function Protected() {
  const { user } = await member('/protected')
  return (
    <>
      <h1>Protected</h1>
      <p data-testid="protected">{`Only signed-in visitors read this, ${user?.email}.`}</p>
    </>
  )
}
