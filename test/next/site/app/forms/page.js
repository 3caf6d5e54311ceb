import { redirect } from 'next/navigation'
import { auth, signIn, signOut, unstable_update } from '../../lib/auth.js'
import { sessionText } from '../../lib/session-text.js'

async function come(form) {
  'use server'
  await signIn('credentials', form)
}

async function travel() {
  'use server'
  await signIn('harbor', { redirectTo: '/members' }, { login_hint: 'grace@example.com' })
}

async function ask() {
  'use server'
  await signIn()
}

async function tryToCome(form) {
  'use server'
  try {
    await signIn('credentials', form)
  } catch (error) {
    if (error.type === 'CredentialsSignin') redirect(`/login?code=${error.code}`)
    throw error
  }
}

async function leave() {
  'use server'
  await signOut({ redirectTo: '/login' })
}

async function leaveWithForm(form) {
  'use server'
  await signOut(form)
}

async function leaveAndStay() {
  'use server'
  await signOut({ redirect: false })
}

async function change(form) {
  'use server'
  await unstable_update({ nick: form.get('nick') })
}

export default async function Page() {
  const actions = { come, travel, ask, tryToCome, leave, leaveWithForm, leaveAndStay, change }
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
