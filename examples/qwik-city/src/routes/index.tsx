import { component$ } from '@builder.io/qwik'
import { useSession } from './layout'

export default component$(() => {
  const session = useSession()
  return (
    <>
      <h1>Latchkey and Qwik City</h1>
      <p>
        Hello, <strong data-testid="name">{session.value?.user?.name ?? 'guest'}</strong>!
      </p>
    </>
  )
})
