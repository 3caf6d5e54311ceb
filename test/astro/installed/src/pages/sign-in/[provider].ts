import type { APIRoute } from 'astro'

export const POST: APIRoute = async ({ request, params, locals }) => {
  const fields = Object.fromEntries(await request.formData())
  return locals.auth.signIn({ provider: params.provider, fields, redirectTo: '/client-router' })
}
