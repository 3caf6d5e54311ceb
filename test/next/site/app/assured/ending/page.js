import { auth } from '../../../lib/assured-auth.js'

/** A server component can set no cookies. */
export default async function Page() {
  const sessions = await auth.sessions.list()
  const message = await auth.sessions.endAll().catch(error => error.message)
  return <p>{`«${JSON.stringify({ sessions: sessions.length, message })}»`}</p>
}
