import { signIn, signOut, unstable_update } from '../../../lib/auth.js'

const calls = {
  signIn: () => signIn(undefined, { redirectTo: '/members' }),
  signInWithName: () => signIn('credentials', { name: 'ada', redirectTo: '/members' }),
  signInWithHarbor: () => signIn('harbor'),
  signOut: () => signOut(),
  update: () => unstable_update({ nick: 'A' }),
}

/** Shows the error of a call, which a server component cannot make. */
export default async function Rendering({ params }) {
  const { call } = await params
  try {
    await calls[call]()
  } catch (error) {
    // Next's own errors, such as redirects, have a digest.
    if (error.digest) throw error
    return <p>{`«${JSON.stringify({ type: error.type ?? null, message: error.message })}»`}</p>
  }
  return <p>«null»</p>
}
