import { requireAuth } from '../lib/assured-auth.js'

export async function getServerSideProps(context) {
  const { session, redirect } = await requireAuth(context, { acr: context.query.acr, maxAge: 3600 })
  return redirect ? { redirect } : { props: { name: session.user.name } }
}

export default function Page({ name }) {
  return <p>{`«${JSON.stringify(name)}»`}</p>
}
