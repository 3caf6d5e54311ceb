import { auth } from '../../lib/edge-auth.js'
import { sessionText } from '../../lib/session-text.js'

export const runtime = 'edge'

export default async function Page() {
  return <p>{await sessionText(auth)}</p>
}
