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

type Style = OAuthConfig<never>['style']

/** An OAuth service that nobody asks anything. */
export function service(name: string, style?: Style): OAuthConfig<never> {
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

/** Twenty services, with colours as the catalogue has them: dark and pale ones, and some without any. */
export const twenty = [
  service('Google', { brandColor: '#1a73e8' }),
  service('GitHub', { bg: '#24292f', text: '#fff' }),
  service('Apple', { bg: '#000', text: '#fff' }),
  service('Microsoft Entra ID', { bg: '#0072c6', text: '#fff' }),
  service('GitLab', { bg: '#FC6D26', text: '#fff' }),
  service('LinkedIn', { bg: '#069', text: '#fff' }),
  service('Discord', { bg: '#5865F2', text: '#fff' }),
  service('Slack'),
  service('Notion', { bg: '#fff', text: '#000' }),
  service('Nextcloud', { bg: '#fff', text: '#0082C9' }),
  service('Spotify', { brandColor: '#1db954' }),
  service('HuggingFace', { bg: '#FFD21E', text: '#000' }),
  service('Netlify', { brandColor: '#32e6e2' }),
  service('Okta', { bg: '#000', text: '#fff' }),
  service('Twitch', { bg: '#65459B', text: '#fff' }),
  service('BankID Norge', { bg: '#39134c', text: '#fff' }),
  service('42 School'),
  service('Zoom', { bg: '#0b5cff', text: '#fff' }),
  service('Keycloak', { brandColor: '#428bca' }),
  service('Kakao', { bg: 'gold', text: 'black' }),
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

/** Asks for an address; what it would send goes nowhere. */
export const email: EmailConfig = {
  id: 'email',
  name: 'Email',
  type: 'email',
  sendVerificationRequest: () => undefined,
}

/** Asks for an address, and sends a code there. */
export const code: EmailConfig = { ...email, id: 'code', code: true }

/** Asks for a passkey. */
export const passkey = Passkey()

/** The usual page: three services and a password. */
export const four: AuthConfig['providers'] = [...twenty.slice(0, 3), credentials]

const app = { clientId: 'client', clientSecret: 'secret' }
const tenant = { ...app, issuer: 'https://sso.example.com' }

/** Twenty of the catalogue, with their marks; the ones without have a letter. */
export const catalogue: AuthConfig['providers'] = [
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
