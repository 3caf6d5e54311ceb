import { createClient } from 'latchkey/client'

/** Reads the props of the page from the query, as the router of an app does. */
export function readProps() {
  const query = new URLSearchParams(location.search)
  const error = query.get('error')
  return {
    callbackUrl: query.get('callbackUrl') ?? undefined,
    message: error ? `The sign-in failed: ${error}` : undefined,
  }
}

/** The user of the test creates a passkey in the console. */
Object.assign(window, {
  createPasskey: () => createClient().signIn('passkey', { action: 'register', redirect: false }),
})
