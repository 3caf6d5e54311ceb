import { SessionProvider } from 'latchkey/react'
import { Greeting } from './greeting'

const session = { user: { name: 'Ada Lovelace' }, expires: '2100-01-01T00:00:00.000Z' }

/** A server component. It can render `SessionProvider`, because its module has the `use client` directive. */
export default function Page() {
  return (
    <SessionProvider session={session} basePath="/auth">
      <Greeting />
    </SessionProvider>
  )
}
