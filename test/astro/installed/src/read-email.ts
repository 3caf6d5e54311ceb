export async function readEmail({ locals }) {
  const session = await locals.auth.getSession()
  return session?.user?.email ?? 'visitor'
}
