export async function GET({ locals }) {
  return locals.auth.signOut()
}
