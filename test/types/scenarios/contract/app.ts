import type { AuthConfig } from 'latchkey'
import type { Provider } from 'latchkey/providers'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'

const providers: Provider[] = [GitHub, Google({ clientId: 'id', clientSecret: 'secret' })]

/** Names of the providers, for a sign-in page. */
export const names = providers.map(provider => {
  const { id, name } = typeof provider === 'function' ? provider() : provider
  return { id, name }
})

export const tokens: AuthConfig = {
  providers,
  callbacks: {
    jwt({ token, user, trigger, session }) {
      if (trigger === 'update') token.name = session.user.name
      token['userId'] = user.id
      return token
    },
    session({ session, token, trigger, newSession }) {
      session.user.id = token.sub ?? ''
      const email: string = session.user.email
      session.user.email = email.toLowerCase()
      if (trigger === 'update') session.user.name = newSession.name
      return session
    },
  },
}

export const inline: AuthConfig = {
  providers: [
    {
      id: 'harbor',
      name: 'Harbor',
      type: 'oauth',
      authorization: 'https://harbor.example/authorize',
      token: 'https://harbor.example/token',
      userinfo: 'https://harbor.example/userinfo',
      profile: profile => ({ id: profile.user.id, name: profile.user.display_name }),
    },
    {
      id: 'quay',
      name: 'Quay',
      type: 'oidc',
      issuer: 'https://quay.example',
      profile(profile) {
        return { id: profile.sub, name: profile.nickname, email: profile.email }
      },
    },
  ],
}
