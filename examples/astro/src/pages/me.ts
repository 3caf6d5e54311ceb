import type { APIRoute } from 'astro'

export const GET: APIRoute = async ({ locals }) => {
  const session = await locals.auth.getSession()
  return Response.json({ email: session?.user?.email ?? null })
}
