import { SqlAdapter } from 'latchkey/adapters/sql'
import Passkey, { type PasskeyOrigin } from 'latchkey/providers/passkey'
import { type AuthConfig, createAuth } from 'latchkey/server'

const { PASSKEY_HOST: id = 'example.com', APPLE_APP_ID = 'TEAMID1234.com.example.app' } = process.env
/** The SHA-256 fingerprints of the Android certificates, such as `12:34:…`, separated by commas. */
const sha256_cert_fingerprints = process.env['ANDROID_FINGERPRINTS']?.split(',') ?? []
const target = { namespace: 'android_app', package_name: 'com.example.app', sha256_cert_fingerprints }
const assetLinks = [{ relation: ['delegate_permission/common.get_login_creds'], target }]
const appleAssociation = { webcredentials: { apps: [APPLE_APP_ID] } }

const toAndroidOrigin = (fingerprint: string): PasskeyOrigin =>
  `android:apk-key-hash:${Buffer.from(fingerprint.replaceAll(':', ''), 'hex').toString('base64url')}`
const origin: PasskeyOrigin[] = [`https://${id}`, ...sha256_cert_fingerprints.map(toAndroidOrigin)]

export const adapter = SqlAdapter(process.env['DATABASE_URL'] ?? 'file:app.db')
const config: AuthConfig = {
  adapter,
  providers: [Passkey({ relayingParty: { id, name: 'Example', origin } })],
}
const auth = createAuth(config)

/** Handles all paths of the app. */
export async function handleRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/.well-known/assetlinks.json') return Response.json(assetLinks)
  if (pathname === '/.well-known/apple-app-site-association') return Response.json(appleAssociation)
  return auth.handler(request)
}
