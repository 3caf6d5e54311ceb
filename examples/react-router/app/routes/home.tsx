import { useRouteLoaderData } from 'react-router'
import type { loader } from '~/root'

export default function Home() {
  const data = useRouteLoaderData<typeof loader>('root')
  return (
    <>
      <h1>Latchkey and React Router</h1>
      <p>
        Hello, <strong data-testid="name">{data?.session?.user?.name ?? 'guest'}</strong>!
      </p>
    </>
  )
}
