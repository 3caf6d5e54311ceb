import { auth } from '../../../lib/auth.js'

export async function GET() {
  const session = await auth()
  return Response.json(session?.user.name ?? null)
}
