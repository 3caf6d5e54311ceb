import type { Adapter } from '../../types/adapter.js'
import type { Awaitable } from '../../types/common.js'
import type { AuthConfig } from '../../types/config.js'
import type { SimulatedPerson } from './people.js'

/** What all stories of a simulation share. */
export interface SimulationSettings {
  readonly config: AuthConfig
  readonly origin: string
  /** The path of all actions, without a slash at its end. */
  readonly basePath: string
  readonly sessionCookieName: string
  readonly createAdapter: () => Awaitable<Adapter | undefined>
  /** Whether the stories share one store. */
  readonly sharesStore: boolean
  readonly credentials: CredentialsOption | undefined
  readonly claims: ClaimsOption | undefined
  readonly continuation: ContinuationOption | undefined
  /** Seconds until an unused session ends. */
  readonly maxAge: number
  /** Seconds after which a session ends although it is used. */
  readonly absoluteMaxAge: number
}

/** Returns the right credentials of a person, or null if the person has none. */
export type CredentialsOption = (person: SimulatedPerson, providerId: string) => Record<string, string> | null

/** A form that continues a sign-in which a policy interrupted. */
export interface ContinuationForm {
  /** The path below the base path, such as `terms`. */
  readonly action: string
  /** The fields, without the CSRF token. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Returns the form that continues a sign-in, or null to leave it.
 *
 * @param url the URL that the policy redirects to, with the parameter `pending`
 */
export type ContinuationOption = (url: URL, person: SimulatedPerson) => ContinuationForm | null

/** Returns claims that the identity provider adds to the standard ones. */
export type ClaimsOption = (person: SimulatedPerson, providerId: string) => Record<string, unknown>
