export async function GET({ locals }) {
  const { session, response } = await locals.auth.requireAuth()
  return response ?? new Response(session.user.email)
}
