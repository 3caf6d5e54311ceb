import { signIn } from '../../lib/failing-auth.js'

async function signInWithEmail(form) {
  'use server'
  await signIn('nodemailer', form)
}

async function signInWithSilent() {
  'use server'
  await signIn('silent', { redirectTo: '/members' })
}

/** Returns to this page with the URL that `signIn` returns. */
async function signInWithoutRedirect(form) {
  'use server'
  const { redirect } = await import('next/navigation')
  const url = await signIn('nodemailer', { email: form.get('email'), redirect: false })
  redirect(`/failing?url=${encodeURIComponent(url)}`)
}

export default function Page() {
  return (
    <main>
      {Object.entries({ signInWithEmail, signInWithoutRedirect }).map(([name, action]) => (
        <form key={name} id={name} action={action}>
          <input name="email" type="text" />
          <button type="submit">{name}</button>
        </form>
      ))}
      <form id="signInWithSilent" action={signInWithSilent}>
        <button type="submit">signInWithSilent</button>
      </form>
    </main>
  )
}
