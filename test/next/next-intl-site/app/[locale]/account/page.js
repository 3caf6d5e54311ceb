import { auth } from '../../../auth.js'
export default async function Page({ params }) {
  const { locale } = await params
  return (
    <p>
      {locale}: {(await auth())?.user?.name ?? 'visitor'}
    </p>
  )
}
