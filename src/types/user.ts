/** A user as `profile()` returns it. Extend {@link User} instead of this interface. */
export interface DefaultUser {
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** A user. Extend by `declare module 'latchkey/types' { interface User { role: string } }`. */
export interface User extends DefaultUser {}

/** The claims of a provider about a user. */
export interface Profile {
  [claim: string]: unknown
  id?: string | null | undefined
  sub?: string | null | undefined
  name?: string | null | undefined
  given_name?: string | null | undefined
  family_name?: string | null | undefined
  middle_name?: string | null | undefined
  nickname?: string | null | undefined
  preferred_username?: string | null | undefined
  profile?: string | null | undefined
  picture?: unknown
  website?: string | null | undefined
  email?: string | null | undefined
  email_verified?: boolean | null | undefined
  gender?: string | null | undefined
  birthdate?: string | null | undefined
  zoneinfo?: string | null | undefined
  locale?: string | null | undefined
  phone_number?: string | null | undefined
  updated_at?: string | number | Date | null | undefined
  address?: {
    formatted?: string | null | undefined
    street_address?: string | null | undefined
    locality?: string | null | undefined
    region?: string | null | undefined
    postal_code?: string | null | undefined
    country?: string | null | undefined
  } | null
}
