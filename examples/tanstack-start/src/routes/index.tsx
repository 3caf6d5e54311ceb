import { createFileRoute, useLoaderData } from '@tanstack/react-router'

export const Route = createFileRoute('/')({ component: Home })

function Home() {
  const { session } = useLoaderData({ from: '__root__' })
  return (
    <>
      <h1>Latchkey and TanStack Start</h1>
      <p>
        Hello, <strong data-testid="name">{session?.user?.name ?? 'guest'}</strong>!
      </p>
    </>
  )
}
