import { createAsync } from '@solidjs/router'
import { getCurrentUser } from '~/lib/session'

export default function Home() {
  const user = createAsync(() => getCurrentUser(), { deferStream: true })
  return (
    <>
      <h1>Latchkey and SolidStart</h1>
      <p>
        Hello, <strong data-testid="name">{user()?.name ?? 'guest'}</strong>!
      </p>
    </>
  )
}
