import { requireAuth } from '../../../lib/assured-auth.js'

export default async function Page() {
  await requireAuth({ redirectTo: '/assured/strict', acr: 'aal2' })
  return <p>«allowed»</p>
}
