import type { InferGetServerSidePropsType } from 'next'
import { getProviders, signIn } from 'next-auth/react'

export default function SignIn({ providers }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  return Object.values(providers).map(({ id, name }) => (
    <button key={id} onClick={() => signIn(id)}>
      Sign in with {name}
    </button>
  ))
}

export async function getServerSideProps() {
  const providers = await getProviders()
  return { props: { providers: providers ?? {} } }
}
