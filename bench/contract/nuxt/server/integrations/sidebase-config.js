const lax = { httpOnly: true, sameSite: 'lax', path: '/', secure: true }

/** The configuration of the check for NextAuth 4, which has no providers in memory. Its cookies get the names of the contract. */
export function getConfig() {
  const { providers, ...config } = globalThis.authConfigs.getStore()
  return {
    ...config,
    providers: providers.filter(({ type }) => type === 'credentials'),
    useSecureCookies: true,
    cookies: {
      sessionToken: { name: '__Secure-authjs.session-token', options: lax },
      csrfToken: { name: '__Host-authjs.csrf-token', options: lax },
    },
  }
}
