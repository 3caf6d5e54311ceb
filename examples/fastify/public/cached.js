import { createClient } from 'latchkey/client'

/** The page is the same for everyone, so the browser requests the session. */
const session = await createClient().getSession()

document.querySelector('[data-testid=client-user]').textContent = session?.user?.email ?? 'Not signed in'
