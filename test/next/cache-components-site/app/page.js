import { Suspense } from 'react'
import { auth, signIn, signOut } from '../lib/auth.js'

async function signInWithForm(form) {
  'use server'
  await signIn('credentials', form)
}

async function signOutWithForm() {
  'use server'
  await signOut({ redirectTo: '/' })
}

export default function Page() {
  return (
    <main>
      <p>Prerendered.</p>
      <Suspense>
        <Account />
      </Suspense>
    </main>
  )
}

async function Account() {
  const session = await auth()
  return (
    <form action={session ? signOutWithForm : signInWithForm}>
      <p>«{session?.user.name ?? 'nobody'}»</p>
      <button type="submit">Continue</button>
    </form>
  )
}
