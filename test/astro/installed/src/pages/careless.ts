/** Reads the result of `requireAuth` as if it were the session. */
export async function GET({ locals }) {
  if (!(await locals.auth.requireAuth())) return new Response('Sign in first.', { status: 401 })
  return new Response('members only')
}
