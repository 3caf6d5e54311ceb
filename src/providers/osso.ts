import { defineOAuth } from './define.js'

/** What `GET /oauth/me` answers. */
export interface OssoProfile {
  [member: string]: unknown
  id: string
  email: string
  name?: string | undefined
  /** `Okta`. */
  idp: string
  requested: { email: string | null; domain: string | null }
}

/**
 * Osso, single sign-on with SAML: one server, whose address is the issuer. Nobody has worked on it since 2021, and the
 * hosted service is gone.
 *
 * - Osso must know whose SAML connection it is: `signIn('osso', {}, { domain: 'acme.example' })`, or `email`. Without
 *   either its page asks.
 *
 * @deprecated Without maintenance since 2021.
 * @see https://ossoapp.com/docs/consume/consuming-osso/
 */
export const Osso = defineOAuth<OssoProfile>({
  id: 'osso',
  name: 'Osso',
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/oauth/me',
  scope: null,
  profile: ({ id, name, email }) => ({ id, name: name ?? email, email, image: null }),
})

/** @alias */
export default Osso
