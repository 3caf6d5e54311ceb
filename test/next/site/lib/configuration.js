/** Users sign in with their name. The session of the user `unavailable` cannot be read. */
export function configurationAt(basePath) {
  return {
    basePath,
    session: { updateAge: 0 },
    logger: { error: () => {} },
    providers: [
      {
        id: 'harbor',
        name: 'Harbor',
        type: 'oidc',
        issuer: process.env.AUTH_HARBOR_ISSUER ?? 'https://harbor.example',
        clientId: 'next',
      },
      {
        id: 'credentials',
        name: 'Name',
        type: 'credentials',
        credentials: { name: { label: 'Name' } },
        authorize: ({ name }) => (name ? { id: `id-of-${name}`, name, email: `${name}@example.com` } : null),
      },
    ],
    callbacks: {
      jwt({ token, trigger, session }) {
        return trigger === 'update' ? { ...token, nick: session.nick } : token
      },
      session({ session, token }) {
        if (session.user.name === 'unavailable') throw new Error('The store is unavailable.')
        return { ...session, nick: token.nick ?? null }
      },
      authorized({ auth, request: { nextUrl } }) {
        if (nextUrl.pathname === '/teapot') return new Response('I am a teapot.', { status: 418 })
        if (nextUrl.pathname === '/elsewhere') return Response.redirect(new URL('/login', nextUrl))
        return nextUrl.pathname.startsWith('/members') ? auth !== null : true
      },
    },
  }
}
