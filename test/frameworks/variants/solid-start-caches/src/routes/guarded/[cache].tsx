import { createAsync } from '@solidjs/router'
import { getCurrentUser } from '~/lib/session'

/** Guarded by the middleware. */
export default function Guarded() {
  const user = createAsync(() => getCurrentUser(), { deferStream: true })
  return (
    <>
      <h1>Members only</h1>
      <p data-testid="user">{user()?.email}</p>
    </>
  )
}
