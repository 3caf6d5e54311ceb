import { createAsync } from '@solidjs/router'
import { getVisitor } from '~/lib/session'

export default function Home() {
  const visitor = createAsync(() => getVisitor(), { deferStream: true })
  return (
    <>
      <h1>Latchkey and SolidStart</h1>
      <p>
        You are <strong data-testid="name">{visitor()?.name ?? 'a stranger'}</strong>.
      </p>
    </>
  )
}
