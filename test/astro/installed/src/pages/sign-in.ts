export async function GET({ locals, url }) {
  return locals.auth.signIn({ provider: 'credentials', fields: Object.fromEntries(url.searchParams) })
}
