import { auth } from '@/auth'

export default async function Home() {
  const session = await auth()
  return (
    <>
      <h1>Latchkey and Next</h1>
      <p>
        Hello, <strong data-testid="name">{session?.user?.name ?? 'guest'}</strong>!
      </p>
    </>
  )
}
