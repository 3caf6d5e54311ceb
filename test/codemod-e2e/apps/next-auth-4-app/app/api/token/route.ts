import { type NextRequest, NextResponse } from 'next/server'
import { getToken } from 'next-auth/jwt'

export async function GET(req: NextRequest) {
  const token = await getToken({ req })
  return NextResponse.json({ sub: token?.sub ?? null, role: token?.role ?? null })
}
