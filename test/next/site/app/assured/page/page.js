import { requireAuth } from '../../../lib/assured-auth.js'

export default async function Page() {
  const { user, acr } = await requireAuth({ redirectTo: '/assured/page', acr: 'aal1', maxAge: 3600 })
  return <p>{`«${JSON.stringify({ name: user.name, acr })}»`}</p>
}
