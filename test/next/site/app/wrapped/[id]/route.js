import { open } from '../../../lib/auth.js'

export const GET = open(async (request, { params }) => {
  const { id } = await params
  return Response.json({ id, user: request.auth?.user ?? null })
})

export const POST = open(async request =>
  Response.json({ sent: await request.text(), user: request.auth?.user ?? null }),
)
