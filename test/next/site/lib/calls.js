/** Creates a route handler that calls one of the functions and returns its result. */
export function answerWith({ auth, signIn, signOut, unstable_update }) {
  const calls = {
    auth: () => auth(),
    signIn: ({ name, redirectTo }) => signIn('credentials', { name, redirect: false, redirectTo }),
    signInAndRedirect: ({ name, redirectTo }) => signIn('credentials', { name, redirectTo }),
    signInWithHarbor: () => signIn('harbor', { redirect: false, redirectTo: '/members' }),
    signOut: () => signOut({ redirect: false, redirectTo: '/login' }),
    signOutAndRedirect: () => signOut({ redirectTo: '/login' }),
    update: ({ nick }) => unstable_update({ nick }),
    signInAndRead: async ({ name }) => {
      await signIn('credentials', { name, redirect: false })
      return auth()
    },
    signOutAndRead: async () => {
      await signOut({ redirect: false })
      return auth()
    },
    updateAndRead: async ({ nick }) => {
      await unstable_update({ nick })
      return auth()
    },
  }
  return async (request, { params }) => {
    const { call } = await params
    return Response.json(await calls[call](Object.fromEntries(new URL(request.url).searchParams)))
  }
}
