import { auth } from '@/auth'
import { getCacheControl } from '@/test-settings'

export async function GET() {
  const session = await auth()
  const headers = { 'cache-control': getCacheControl('no-store') }
  return Response.json({ email: session?.user?.email ?? null }, { headers })
}
