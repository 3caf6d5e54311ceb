import {
  getSession,
  type Session,
  SessionProvider,
  type SessionProviderProps,
  signIn,
  signOut,
  useSession,
} from 'latchkey/react'
import { useEffect, useState } from 'react'

/** What the page is told by its server, and the browser finds beside the markup. */
export interface PageOptions extends Omit<SessionProviderProps, 'children'> {
  session?: Session | null
  required?: boolean
  /** Stay on the page and say that nobody is here. */
  handled?: boolean
}

/** A page that shows who is signed in, and as what; its functions are at hand on `window.auth`. */
export function Page({ required = false, handled = false, ...provider }: PageOptions) {
  return (
    <SessionProvider {...provider}>
      <Panel required={required} handled={handled} />
    </SessionProvider>
  )
}

function Panel({ required, handled }: { required: boolean; handled: boolean }) {
  const [note, setNote] = useState('')
  const onUnauthenticated = handled ? () => setNote('nobody is here') : undefined
  const { data, status, error, update } = useSession({ required, onUnauthenticated })
  useEffect(() => {
    Object.assign(window, { auth: { getSession, signIn, signOut, update } })
  }, [update])
  return (
    <main>
      <p id="status">{status}</p>
      <p id="who">{data?.user?.name ?? data?.user?.email ?? ''}</p>
      <p id="error">{error?.type ?? ''}</p>
      <p id="note">{note}</p>
      <button type="button" onClick={() => signIn('harbor', { redirectTo: '/?back' })}>
        Harbor
      </button>
      <button type="button" onClick={() => signOut()}>
        Sign out
      </button>
    </main>
  )
}
