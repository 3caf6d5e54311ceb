/** A route handler that calls one of the functions, and answers what it gave. */
export function answerWith({ auth, signIn, signOut, unstable_update }) {
  const calls = {
    auth: () => auth(),
    come: ({ name, redirectTo }) => signIn('credentials', { name, redirect: false, redirectTo }),
    go: ({ name, redirectTo }) => signIn('credentials', { name, redirectTo }),
    travel: () => signIn('harbor', { redirect: false, redirectTo: '/members' }),
    leave: () => signOut({ redirect: false, redirectTo: '/login' }),
    leaveForGood: () => signOut({ redirectTo: '/login' }),
    change: ({ nick }) => unstable_update({ nick }),
    comeAndLook: async ({ name }) => {
      await signIn('credentials', { name, redirect: false })
      return auth()
    },
    leaveAndLook: async () => {
      await signOut({ redirect: false })
      return auth()
    },
    changeAndLook: async ({ nick }) => {
      await unstable_update({ nick })
      return auth()
    },
  }
  return async (request, { params }) => {
    const { call } = await params
    return Response.json(await calls[call](Object.fromEntries(new URL(request.url).searchParams)))
  }
}
