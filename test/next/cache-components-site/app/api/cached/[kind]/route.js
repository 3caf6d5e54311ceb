import { unstable_cache } from 'next/cache'
import { connection } from 'next/server'
import { auth } from '../../../../lib/auth.js'

const readName = async () => (await auth())?.user?.name ?? 'nobody'

async function readNameInCache() {
  'use cache'
  return readName()
}

/** The key of the cache has the user. */
async function loadOrders(name) {
  'use cache'
  return `orders of ${name}`
}

const kinds = {
  'use-cache': readNameInCache,
  'unstable-cache': unstable_cache(readName, ['name']),
  'by-user': async () => loadOrders(await readName()),
}

export async function GET(_, { params }) {
  await connection()
  const { kind } = await params
  try {
    return Response.json(await kinds[kind]())
  } catch (error) {
    return Response.json({ refused: String(error.message) })
  }
}
