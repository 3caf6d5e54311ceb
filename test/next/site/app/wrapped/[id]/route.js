import { withoutAuthorized } from '../../../lib/auth.js'

export const GET = withoutAuthorized(async (request, { params }) => {
  const { id } = await params
  return Response.json({ id, user: request.auth?.user ?? null })
})

export const POST = withoutAuthorized(async request =>
  Response.json({ sent: await request.text(), user: request.auth?.user ?? null }),
)
