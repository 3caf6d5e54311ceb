import { type AdditionalClaims, defineOIDC } from './define.js'

/** The claims of United Effects' ID token. */
export interface UnitedEffectsProfile extends AdditionalClaims {
  sub: string
  email?: string | undefined
  /** Whether the account is verified. */
  verified?: boolean | undefined
  /** The auth group. */
  group?: string | undefined
}

/**
 * Signs users in with United Effects. Set `issuer` to `https://auth.unitedeffects.com/<auth group>`.
 *
 * - By design, United Effects returns neither a name nor a picture.
 * - The environment variables are `AUTH_UNITED_EFFECTS_ID`, `AUTH_UNITED_EFFECTS_SECRET` and
 *   `AUTH_UNITED_EFFECTS_ISSUER`.
 *
 * @see https://github.com/UnitedEffects/ueauth
 */
export const UnitedEffects = defineOIDC<UnitedEffectsProfile>({
  id: 'united-effects',
  name: 'United Effects',
  authorization: { params: { resource: '{issuer}' } },
  profile: ({ sub, email }) => ({ id: sub, name: null, email, image: null }),
  isEmailVerified: ({ verified }) => (verified === false ? false : undefined),
})

export default UnitedEffects
