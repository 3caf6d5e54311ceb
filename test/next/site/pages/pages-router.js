import { auth } from '../lib/auth.js'

export async function getServerSideProps(context) {
  return { props: { session: await auth(context) } }
}

export default function Page({ session }) {
  return <p>{`«${JSON.stringify(session)}»`}</p>
}
