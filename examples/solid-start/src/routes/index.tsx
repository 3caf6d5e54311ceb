import { createAsync } from '@solidjs/router'
import { getCurrentSession } from '~/lib/session'

export default function Home() {
  const visitor = createAsync(() => getCurrentSession(), { deferStream: true })
  return (
    <>
      <h1>Latchkey and SolidStart</h1>
      <p>
        You are <strong data-testid="name">{visitor()?.name ?? 'a stranger'}</strong>.
      </p>
    </>
  )
}
