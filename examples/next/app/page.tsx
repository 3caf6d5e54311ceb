import { auth } from '@/auth'

export default async function Home() {
  const session = await auth()
  return (
    <>
      <h1>Latchkey and Next</h1>
      <p>
        You are <strong data-testid="name">{session?.user?.name ?? 'a stranger'}</strong>.
      </p>
    </>
  )
}
