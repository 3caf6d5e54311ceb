import { createAsync } from '@solidjs/router'
import { getCurrentUser } from '~/lib/session'

export default function Uses() {
  const user = createAsync(() => getCurrentUser(), { deferStream: true })
  return <p data-testid="user">{user()?.email ?? 'visitor'}</p>
}
