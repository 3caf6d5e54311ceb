import { Suspense } from 'react'
import { auth } from '../../lib/auth.js'

/** A cache of one browser may depend on its cookies. */
async function readName() {
  'use cache: private'
  const session = await auth()
  return session?.user.name ?? 'nobody'
}

export default function Page() {
  return (
    <Suspense>
      <Name />
    </Suspense>
  )
}

async function Name() {
  return <p>«{await readName()}»</p>
}
