import NextAuth from 'latchkey/next'

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'credentials',
      name: 'Name',
      type: 'credentials',
      credentials: { name: { label: 'Name' } },
      authorize: ({ name }) => (name ? { id: `id-of-${name}`, name } : null),
    },
  ],
})
