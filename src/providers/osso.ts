import { type AdditionalClaims, defineOAuth } from './define.js'

/** The response of `GET /oauth/me`. */
export interface OssoProfile extends AdditionalClaims {
  id: string
  email: string
  name?: string | undefined
  /** The identity provider, such as `Okta`. */
  idp: string
  requested: { email: string | null; domain: string | null }
}

/**
 * Signs users in with Osso. Osso provides SAML single sign-on. Set `issuer` to the URL of your server. The project is
 * unmaintained since 2021, and the hosted service is closed.
 *
 * - Select the SAML connection with `signIn('osso', {}, { domain: 'acme.example' })` or with `email`. Otherwise Osso
 *   shows a form.
 *
 * @deprecated Unmaintained since 2021.
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

export default Osso
