import { getSession, SessionProvider, signIn, signOut, useSession } from 'latchkey/react'
import { useEffect, useState } from 'react'
import type { PageOptions } from '../clients/site.js'

/** A page that shows the session. It exposes the client functions as `window.auth`. */
export function Page({ required = false, handled = false, ...provider }: PageOptions) {
  return (
    <SessionProvider {...provider}>
      <Panel required={required} handled={handled} />
    </SessionProvider>
  )
}

function Panel({ required, handled }: { required: boolean; handled: boolean }) {
  const [note, setNote] = useState('')
  const onUnauthenticated = handled ? () => setNote('not signed in') : undefined
  const { data, status, error, update } = useSession({ required, onUnauthenticated })
  useEffect(() => {
    Object.assign(window, { auth: { getSession, signIn, signOut, update } })
  }, [update])
  return (
    <main>
      <p id="status">{status}</p>
      <p id="user">{data?.user?.name ?? data?.user?.email ?? ''}</p>
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
