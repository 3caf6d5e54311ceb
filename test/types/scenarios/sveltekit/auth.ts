import { SvelteKitAuth } from 'latchkey/sveltekit'

export const { handle, signIn, signOut } = SvelteKitAuth({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
})
