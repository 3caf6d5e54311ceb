/** Shows more to a user with a recent sign-in. */
export async function GET({ locals }) {
  const { session } = await locals.auth.requireAuth({ maxAge: 600 })
  return new Response(session ? 'recent' : 'sign in again to see more')
}
