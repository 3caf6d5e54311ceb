/** Provider options that the documentation of Auth.js teaches. */
export const providerSnippets: Readonly<Record<string, string>> = {
  'provider-entra': `
    import NextAuth from 'next-auth'
    import MicrosoftEntraID from 'next-auth/providers/microsoft-entra-id'
    export default NextAuth({ providers: [MicrosoftEntraID({ clientId: process.env.AUTH_MICROSOFT_ENTRA_ID_ID, issuer: process.env.AUTH_MICROSOFT_ENTRA_ID_ISSUER, profilePhotoSize: 64 })] })`,
  'provider-keycloak': `
    import Keycloak from 'next-auth/providers/keycloak'
    export const provider = Keycloak({ clientId: 'id', clientSecret: 'secret', issuer: 'https://id.harbor.example/realms/main',
      authorization: { params: { scope: 'openid offline_access' } } })`,
  'provider-auth0': `
    import Auth0, { type Auth0Profile } from 'next-auth/providers/auth0'
    export const provider = Auth0({ issuer: process.env.AUTH_AUTH0_ISSUER!, authorization: 'https://harbor.auth0.example/authorize?prompt=login',
      profile(profile: Auth0Profile) { return { id: profile.sub, name: profile.nickname, email: profile.email, image: profile.picture } } })`,
  'provider-google-restricted': `
    import NextAuth from 'next-auth'
    import Google from 'next-auth/providers/google'
    export default NextAuth({
      providers: [Google({ authorization: { params: { hd: 'harbor.example', prompt: 'consent', access_type: 'offline', response_type: 'code' } } })],
      callbacks: { async signIn({ account, profile }) {
        if (account?.provider === 'google') return !!(profile?.email_verified && profile.email?.endsWith('@harbor.example'))
        return true
      } },
    })`,
  'provider-github-enterprise': `
    import GitHub from 'next-auth/providers/github'
    export const provider = GitHub({ enterprise: { baseUrl: 'https://git.harbor.example' } })`,
  'provider-gitlab-self-managed': `
    import GitLab from 'next-auth/providers/gitlab'
    export const provider = GitLab({ baseUrl: 'https://git.harbor.example', clientId: 'id' })
    export const { id, name, type } = provider`,
  'provider-github-role': `
    import NextAuth from 'next-auth'
    import GitHub from 'next-auth/providers/github'
    export default NextAuth({
      providers: [GitHub({ profile(profile) { return { id: String(profile.id), role: profile.role ?? 'user', name: profile.name } } })],
      callbacks: {
        jwt({ token, user }) { if (user) token.role = (user as { role?: string }).role; return token },
        session({ session, token }) { return { ...session, user: { ...session.user, role: token.role } } },
      },
    })`,
  'provider-discord-guilds': `
    import Discord from 'next-auth/providers/discord'
    export const provider = Discord({ authorization: { url: 'https://discord.com/api/oauth2/authorize', params: { scope: 'identify guilds' } } })`,
  'provider-twitter': `
    import Twitter from 'next-auth/providers/twitter'
    export const provider = Twitter({ clientId: process.env.TWITTER_ID!, clientSecret: process.env.TWITTER_SECRET!, profile: ({ data }) => ({ id: data.id, name: data.name, image: data.profile_image_url }) })`,
  'provider-apple': `
    import Apple from 'next-auth/providers/apple'
    export const provider = Apple({ clientId: process.env.APPLE_ID, clientSecret: process.env.APPLE_SECRET!, authorization: { params: { scope: 'name email', response_mode: 'form_post' } } })`,
  'provider-cognito': `
    import Cognito from 'next-auth/providers/cognito'
    export const provider = Cognito({ clientId: 'id', clientSecret: '', issuer: 'https://cognito-idp.harbor.example/pool', client: { token_endpoint_auth_method: 'none' }, checks: 'nonce' as never })`,
  'provider-custom-oidc': `
    import NextAuth from 'next-auth'
    import type { OIDCConfig } from 'next-auth/providers'
    interface Claims { sub: string; groups: string[] }
    const harbor: OIDCConfig<Claims> = { id: 'harbor', name: 'Harbor', type: 'oidc', issuer: process.env.AUTH_HARBOR_ISSUER,
      clientId: process.env.AUTH_HARBOR_ID, clientSecret: process.env.AUTH_HARBOR_SECRET, idToken: false, checks: ['pkce', 'state'],
      profile: claims => ({ id: claims.sub, name: claims.groups.join() }) }
    export default NextAuth({ providers: [harbor] })`,
  'provider-custom-oauth': `
    import type { OAuth2Config } from 'next-auth/providers'
    export const quay: OAuth2Config<{ id: number; login: string }> = { id: 'quay', name: 'Quay', type: 'oauth',
      authorization: { url: 'https://quay.example/authorize', params: { scope: 'read' } },
      token: { url: 'https://quay.example/token', async conform(response: Response) { return response } },
      userinfo: { url: 'https://quay.example/me', async request({ tokens, provider }: { tokens: { access_token?: string }; provider: { id: string } }) {
        return (await fetch('https://quay.example/me?via=' + provider.id, { headers: { authorization: 'Bearer ' + tokens.access_token } })).json() } },
      profile: ({ id, login }) => ({ id: id.toString(), name: login }),
      account: ({ access_token, expires_at }) => ({ access_token, expires_at }), style: { logo: '/quay.svg', text: '#fff', bg: '#000' } }`,
  'provider-custom-token': `
    import NextAuth from 'next-auth'
    export default NextAuth({ providers: [{ id: 'quay', name: 'Quay', type: 'oauth', clientId: 'id', clientSecret: 'secret',
      authorization: { url: 'https://quay.example/authorize', params: { response_mode: 'query' } },
      token: 'https://quay.example/token', userinfo: { url: 'https://quay.example/me', params: { fields: 'id' } },
      client: { token_endpoint_auth_method: 'client_secret_post' }, allowDangerousEmailAccountLinking: true,
      profile(profile, tokens) { return { id: profile.id, name: tokens.access_token, email: null, image: undefined } } }] })`,
  'provider-credentials-zod': `
    import NextAuth from 'next-auth'
    import Credentials from 'next-auth/providers/credentials'
    declare const schema: { parseAsync(data: unknown): Promise<{ email: string; password: string }> }
    declare function find(email: string): Promise<{ id: string; email: string } | null>
    export const { signIn } = NextAuth({ providers: [Credentials({
      credentials: { email: {}, password: {} },
      authorize: async credentials => {
        const { email } = await schema.parseAsync(credentials)
        const user = await find(email)
        if (!user) throw new Error('Invalid credentials.')
        return user
      },
    })] })`,
  'provider-credentials-any': `
    import Credentials from 'next-auth/providers/credentials'
    export const provider = Credentials({ credentials: { username: { label: 'Username', type: 'text', placeholder: 'ada' }, password: { label: 'Password', type: 'password' } },
      async authorize(credentials: any) { return { id: credentials.username as string, name: credentials.username } } })`,
  'provider-credentials-partial': `
    import Credentials from 'next-auth/providers/credentials'
    export const provider = Credentials({ credentials: { email: { label: 'Email' }, password: { label: 'Password' } },
      async authorize(credentials: Partial<Record<'email' | 'password', unknown>>, request: Request) {
        if (!credentials?.email || !credentials.password) return null
        return { id: '1', email: credentials.email as string, name: request.headers.get('user-agent') }
      } })`,
  'provider-credentials-several': `
    import NextAuth from 'next-auth'
    import Credentials from 'next-auth/providers/credentials'
    const byName = Credentials({ id: 'name', name: 'Name', credentials: { name: {} }, authorize: ({ name }) => ({ id: name as string }) })
    const byCode = Credentials({ id: 'code', name: 'Code', credentials: { code: { type: 'number', required: true } }, authorize: async ({ code }, request) => (await request.text()) && code ? { id: String(code) } : null })
    export default NextAuth({ providers: [byName, byCode] })`,
  'provider-email-custom': `
    import NextAuth from 'next-auth'
    import type { EmailConfig } from 'next-auth/providers/email'
    const mail: EmailConfig = { id: 'harbor-mail', name: 'Email', type: 'email', from: 'no-reply@harbor.example', maxAge: 24 * 60 * 60, options: {},
      async sendVerificationRequest({ identifier: to, provider, url, theme, token, expires, request }) {
        const { host } = new URL(url)
        await fetch('https://mail.harbor.example', { method: 'POST', body: JSON.stringify({ to, from: provider.from, host, token, expires, color: theme.brandColor, method: request.method }) })
      } }
    export default NextAuth({ providers: [mail] })`,
  'provider-nodemailer': `
    import NextAuth from 'next-auth'
    import Nodemailer from 'next-auth/providers/nodemailer'
    export default NextAuth({ providers: [Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM }),
      Nodemailer({ id: 'own', server: { host: 'localhost', port: 25, auth: { user: 'a', pass: 'b' } }, from: 'a@harbor.example' })] })`,
  'provider-nodemailer-own': `
    import Nodemailer from 'next-auth/providers/nodemailer'
    export const provider = Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM, maxAge: 600,
      generateVerificationToken: async () => crypto.randomUUID(),
      normalizeIdentifier(identifier: string): string { return identifier.toLowerCase().trim() },
      sendVerificationRequest: async ({ identifier, url, provider: { server, from }, theme }) => { console.log(identifier, url, server, from, theme.colorScheme) } })`,
  'provider-resend': `
    import NextAuth from 'next-auth'
    import Resend from 'next-auth/providers/resend'
    export default NextAuth({ providers: [Resend({ apiKey: process.env.AUTH_RESEND_KEY, from: 'no-reply@harbor.example',
      async sendVerificationRequest(parameters) { const { identifier: to, provider, url } = parameters; console.log(to, provider.apiKey, url) } }), Resend] })`,
  'provider-custom-fetch': `
    import NextAuth, { customFetch } from 'next-auth'
    import GitHub from 'next-auth/providers/github'
    const proxied = async (...args: Parameters<typeof fetch>): ReturnType<typeof fetch> => fetch(...args)
    export default NextAuth({ providers: [GitHub({ [customFetch]: proxied })] })`,
  'provider-redirect-proxy': `
    import NextAuth from 'next-auth'
    import GitHub from 'next-auth/providers/github'
    export default NextAuth({ redirectProxyUrl: process.env.AUTH_REDIRECT_PROXY_URL, providers: [GitHub({ redirectProxyUrl: process.env.OTHER })] })`,
  'provider-types': `
    import type { BuiltInProviders, CommonProviderOptions, CredentialsConfig, CredentialInput, OAuthConfig, OAuthUserConfig, OIDCUserConfig, Provider, ProviderId, ProviderType } from 'next-auth/providers'
    export const isOAuth = (provider: Provider): provider is OAuthConfig<any> => typeof provider !== 'function' && provider.type === 'oauth'
    export const input: CredentialInput = { label: 'Email', type: 'email', placeholder: 'ada@harbor.example' }
    export const common: CommonProviderOptions = { id: 'harbor', name: 'Harbor', type: 'oauth' }
    export type All = [BuiltInProviders, CredentialsConfig, OAuthUserConfig<any>, OIDCUserConfig<any>, ProviderId, ProviderType]`,
  'provider-profile-members': `
    import GitHub from 'next-auth/providers/github'
    import GitLab from 'next-auth/providers/gitlab'
    import Logto from 'next-auth/providers/logto'
    import Zoom from 'next-auth/providers/zoom'
    import Auth0 from 'next-auth/providers/auth0'
    export default [
      GitHub({ profile: ({ id, html_url, bio, company, plan }) => ({ id: String(id), name: company ?? bio, image: html_url, email: plan?.name }) }),
      GitLab({ profile: profile => ({ id: String(profile.id), name: profile.bio.trim(), image: profile.web_url }) }),
      Logto({ profile: profile => ({ id: profile.sub, name: profile.phone_number, email: profile.organization_roles?.[0] }) }),
      Zoom({ profile: profile => ({ id: profile.id, name: profile.role_name.toUpperCase() }) }),
      Auth0({ profile: profile => ({ id: profile.sub, name: JSON.stringify(profile.user_metadata), email: profile['https://harbor.example/email'] }) }),
    ]`,
  'provider-ids': `
    import NextAuth from 'next-auth'
    import GitHub from 'next-auth/providers/github'
    import Google from 'next-auth/providers/google'
    const providers = [GitHub, Google]
    export const ids = providers.map(provider => provider({}).id)
    export default NextAuth({ providers })`,
  'provider-record': `
    import type { Provider } from '@auth/core/providers'
    import Slack from '@auth/core/providers/slack'
    import Notion from '@auth/core/providers/notion'
    const byName: Record<string, Provider> = { slack: Slack({ clientId: 'a' }), notion: Notion({ clientId: 'b', redirectUri: 'https://app.example' }) }
    export const providers = Object.values(byName)`,
  'provider-line-nonce': `
    import NextAuth from 'next-auth'
    import LINE from 'next-auth/providers/line'
    import Kakao from 'next-auth/providers/kakao'
    export default NextAuth({ providers: [LINE({ checks: ['pkce', 'state', 'nonce'] }), Kakao({ authorization: { params: { scope: 'account_email' } } })] })`,
}
