import FortyTwo from 'latchkey/providers/42-school'
import Apple from 'latchkey/providers/apple'
import BankID from 'latchkey/providers/bankid-no'
import Discord from 'latchkey/providers/discord'
import Facebook from 'latchkey/providers/facebook'
import Figma from 'latchkey/providers/figma'
import GitHub from 'latchkey/providers/github'
import GitLab from 'latchkey/providers/gitlab'
import Google from 'latchkey/providers/google'
import Kakao from 'latchkey/providers/kakao'
import Keycloak from 'latchkey/providers/keycloak'
import LinkedIn from 'latchkey/providers/linkedin'
import MicrosoftEntraID from 'latchkey/providers/microsoft-entra-id'
import Netlify from 'latchkey/providers/netlify'
import Notion from 'latchkey/providers/notion'
import Okta from 'latchkey/providers/okta'
import Passkey from 'latchkey/providers/passkey'
import Slack from 'latchkey/providers/slack'
import Spotify from 'latchkey/providers/spotify'
import Twitch from 'latchkey/providers/twitch'
import Zoom from 'latchkey/providers/zoom'
import type { AuthConfig } from '../../../src/types/config.js'
import type { CredentialsConfig, EmailConfig, OAuthConfig } from '../../../src/types/provider.js'
import type { Untyped } from '../../../src/types/untyped.js'

type Style = OAuthConfig<Untyped>['style']

/** Creates an OAuth provider that is displayed but never requested. */
export function createProvider(name: string, style?: Style): OAuthConfig<Untyped> {
  const id = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return {
    id,
    name,
    type: 'oauth',
    clientId: 'client',
    clientSecret: 'secret',
    authorization: `https://${id}.example/authorize`,
    token: `https://${id}.example/token`,
    userinfo: `https://${id}.example/me`,
    style,
  }
}

/** Twenty providers with dark brand colors, light ones and none. */
export const twentyProviders = [
  createProvider('Google', { brandColor: '#1a73e8' }),
  createProvider('GitHub', { bg: '#24292f', text: '#fff' }),
  createProvider('Apple', { bg: '#000', text: '#fff' }),
  createProvider('Microsoft Entra ID', { bg: '#0072c6', text: '#fff' }),
  createProvider('GitLab', { bg: '#FC6D26', text: '#fff' }),
  createProvider('LinkedIn', { bg: '#069', text: '#fff' }),
  createProvider('Discord', { bg: '#5865F2', text: '#fff' }),
  createProvider('Slack'),
  createProvider('Notion', { bg: '#fff', text: '#000' }),
  createProvider('Nextcloud', { bg: '#fff', text: '#0082C9' }),
  createProvider('Spotify', { brandColor: '#1db954' }),
  createProvider('HuggingFace', { bg: '#FFD21E', text: '#000' }),
  createProvider('Netlify', { brandColor: '#32e6e2' }),
  createProvider('Okta', { bg: '#000', text: '#fff' }),
  createProvider('Twitch', { bg: '#65459B', text: '#fff' }),
  createProvider('BankID Norge', { bg: '#39134c', text: '#fff' }),
  createProvider('42 School'),
  createProvider('Zoom', { bg: '#0b5cff', text: '#fff' }),
  createProvider('Keycloak', { brandColor: '#428bca' }),
  createProvider('Kakao', { bg: 'gold', text: 'black' }),
] as const

/** A password form. */
export const credentials: CredentialsConfig = {
  id: 'credentials',
  name: 'Credentials',
  type: 'credentials',
  credentials: {
    email: { label: 'Email', type: 'email', placeholder: 'ada@example.com' },
    password: { label: 'Password', type: 'password' },
  },
  authorize: () => null,
}

/** An email provider that sends nothing. */
export const email: EmailConfig = {
  id: 'email',
  name: 'Email',
  type: 'email',
  sendVerificationRequest: () => undefined,
}

/** An email provider with one-time codes. */
export const code: EmailConfig = { ...email, id: 'code', oneTimeCode: true }

/** The passkey provider. */
export const passkey = Passkey()

/** Three OAuth providers and a password form. */
export const fourProviders: AuthConfig['providers'] = [...twentyProviders.slice(0, 3), credentials]

const app = { clientId: 'client', clientSecret: 'secret' }
const tenant = { ...app, issuer: 'https://sso.example.com' }

/** Twenty built-in providers with their icons. Providers without an icon show their initial. */
export const catalogProviders: AuthConfig['providers'] = [
  Google(app),
  GitHub(app),
  Apple(app),
  MicrosoftEntraID(app),
  GitLab(app),
  LinkedIn(app),
  Discord(app),
  Slack(app),
  Notion(app),
  Facebook(app),
  Spotify(app),
  Figma(app),
  Netlify(app),
  Okta(tenant),
  Twitch(app),
  BankID(app),
  FortyTwo(app),
  Zoom(app),
  Keycloak(tenant),
  Kakao(app),
]
