import { SessionProvider } from 'latchkey/react'
import { Greeting } from './greeting'

const session = { user: { name: 'Ada Lovelace' }, expires: '2100-01-01T00:00:00.000Z' }

/** A component of the server: it may use the provider because its file says where it runs. */
export default function Page() {
  return (
    <SessionProvider session={session} basePath="/auth">
      <Greeting />
    </SessionProvider>
  )
}
