import type { GetServerSidePropsContext, InferGetServerSidePropsType } from 'next'
import { auth } from '../auth'

export default function Private({ tier }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  return <p>{tier}</p>
}

export async function getServerSideProps(context: GetServerSidePropsContext) {
  const session = await auth(context)
  return { props: { tier: session?.user.tier ?? 'none' } }
}
