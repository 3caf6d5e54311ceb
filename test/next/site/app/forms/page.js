import { redirect } from 'next/navigation'
import { auth, signIn, signOut, unstable_update } from '../../lib/auth.js'
import { sessionText } from '../../lib/session-text.js'

async function signInWithForm(form) {
  'use server'
  await signIn('credentials', form)
}

async function signInWithHarbor() {
  'use server'
  await signIn('harbor', { redirectTo: '/members' }, { login_hint: 'grace@example.com' })
}

async function chooseProvider() {
  'use server'
  await signIn()
}

async function signInWithErrorHandling(form) {
  'use server'
  try {
    await signIn('credentials', form)
  } catch (error) {
    if (error.type === 'CredentialsSignin') redirect(`/login?code=${error.code}`)
    throw error
  }
}

async function signOutAndRedirect() {
  'use server'
  await signOut({ redirectTo: '/login' })
}

async function signOutWithForm(form) {
  'use server'
  await signOut(form)
}

async function signOutAndStay() {
  'use server'
  await signOut({ redirect: false })
}

async function update(form) {
  'use server'
  await unstable_update({ nick: form.get('nick') })
}

export default async function Page() {
  const actions = {
    signInWithForm,
    signInWithHarbor,
    chooseProvider,
    signInWithErrorHandling,
    signOutAndRedirect,
    signOutWithForm,
    signOutAndStay,
    update,
  }
  return (
    <main>
      <p>{await sessionText(auth)}</p>
      {Object.entries(actions).map(([name, action]) => (
        <form key={name} id={name} action={action}>
          <button type="submit">{name}</button>
        </form>
      ))}
    </main>
  )
}
