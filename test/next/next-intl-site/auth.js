import NextAuth from 'latchkey/next'
export const { handlers, auth } = NextAuth({
  session: { updateAge: 0 },
  providers: [
    {
      id: 'credentials',
      name: 'Name',
      type: 'credentials',
      credentials: { name: {} },
      authorize: ({ name }) => ({ id: String(name), name: String(name) }),
    },
  ],
  callbacks: {
    authorized: ({ auth, request }) =>
      auth !== null || !/^\/(en\/|de\/)?account(\/|$)/.test(request.nextUrl.pathname),
  },
})
