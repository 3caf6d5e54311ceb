import type { InferGetServerSidePropsType } from 'next'
import { getProviders, signIn } from 'next-auth/react'

export default function SignIn({ providers }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  return Object.values(providers ?? {}).map(({ id, name }) => (
    <button type="button" key={id} onClick={() => signIn(id)}>
      Sign in with {name}
    </button>
  ))
}

export async function getServerSideProps() {
  return { props: { providers: await getProviders() } }
}
