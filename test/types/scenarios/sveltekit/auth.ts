import { SvelteKitAuth } from 'latchkey/sveltekit'

export const { handle, requireAuth, signIn, signOut } = SvelteKitAuth({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ expires: session.expires, user: session.user, role: 'admin' }) },
})
