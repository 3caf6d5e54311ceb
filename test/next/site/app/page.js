import { auth } from '../lib/auth.js'
import { sessionText } from '../lib/session-text.js'

export default async function Page() {
  return <p>{await sessionText(auth)}</p>
}
