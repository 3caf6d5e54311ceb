import { isRecord } from '../base/parse.js'
import { clockTolerance } from '../crypto/jwt.js'
import type {
  AssuranceLevel,
  AssuranceRequirement,
  Evidence,
  SessionAssurance,
  SignInEvidence,
} from '../types/evidence.js'

/**
 * How long a method counts, in seconds: NIST SP 800-63B section 2.1.3 requires an authentication at least every 30 days.
 */
export const evidenceMaxAge = 2_592_000
/** Maximum number of methods of a session. More than one sign-in can produce are left over from repeated sign-ins. */
const maxMethods = 12

/** Something that the user has. NIST SP 800-63B section 3.1. */
const possessionMethods: ReadonlySet<string> = new Set(['otp', 'hwk', 'swk', 'pop', 'sc', 'sms', 'tel'])
/** Something that the user knows, or one factor at another identity provider. */
const otherFactorMethods: ReadonlySet<string> = new Set(['pwd', 'pin', 'fed'])
/** A passkey. Phishing-resistant, NIST SP 800-63B section 3.2.5. */
const passkeyMethods: ReadonlySet<string> = new Set(['hwk', 'swk'])

/** Returns the methods of a claim or a record, without those that are not valid, have expired or are of the future. */
export function parseEvidence(value: unknown): readonly Evidence[] {
  if (!Array.isArray(value)) return []
  const methods: unknown[] = value.slice(0, maxMethods)
  return methods.flatMap(method => parseMethod(method) ?? [])
}

function parseMethod(method: unknown): Evidence | null {
  if (!isRecord(method)) return null
  const { amr, at, provider } = method
  if (typeof amr !== 'string' || typeof provider !== 'string' || typeof at !== 'number') return null
  return isCurrent(at) ? { amr, at, provider } : null
}

/** Returns whether a time, in seconds, has not expired and is not of the future. */
function isCurrent(time: number): boolean {
  const age = Date.now() / 1000 - time
  return age < evidenceMaxAge && age > -clockTolerance
}

/**
 * Builds the value of a claim or a record. The time of a sign-in of unknown methods is a number in the list, which older versions ignore.
 *
 * @returns undefined if nothing is known
 */
export function buildEvidenceClaim({
  methods,
  signedInAt,
}: SignInEvidence): readonly (Evidence | number)[] | undefined {
  if (signedInAt != null) return [...methods, signedInAt]
  return methods.length > 0 ? methods : undefined
}

/** Returns when the user last signed in with unknown methods, from a claim or a record. Null if that is unknown, has expired or is of the future. */
export function parseSignInTime(value: unknown): number | null {
  if (!Array.isArray(value)) return null
  const time: unknown = value.find((member: unknown) => typeof member === 'number')
  return typeof time === 'number' && isCurrent(time) ? time : null
}

/** Creates the evidence of methods that a user passes now. */
export function createEvidence(
  provider: string,
  methods: readonly string[],
  at = Math.floor(Date.now() / 1000),
): readonly Evidence[] {
  return methods.map(amr => ({ amr, at, provider }))
}

/** Merges methods, the newest first. A method that was passed again at the same provider has its latest time. */
export function mergeEvidence(earlier: readonly Evidence[], later: readonly Evidence[]): readonly Evidence[] {
  const newestFirst = [...later, ...earlier].sort((one, other) => other.at - one.at)
  const isNewest = ({ amr, provider }: Evidence, index: number) =>
    newestFirst.findIndex(other => other.amr === amr && other.provider === provider) === index
  return newestFirst.filter(isNewest).slice(0, maxMethods)
}

/**
 * Computes the level of methods, NIST SP 800-63B sections 2.1 and 2.2. Email is one factor and never a second one (section 3.1.3.1).
 *
 * @returns null if no method is known
 */
function computeAssuranceLevel(methods: readonly Evidence[]): AssuranceLevel | null {
  if (methods.length === 0) return null
  const hasAny = (values: ReadonlySet<string>) => methods.some(({ amr }) => values.has(amr))
  const isMultiFactor = methods.some(({ amr }) => amr === 'mfa')
  return isMultiFactor || (hasAny(possessionMethods) && hasAny(otherFactorMethods)) ? 'aal2' : 'aal1'
}

/** Two methods, and not two factors of NIST SP 800-63B: section 3.1.3.1 excludes email. */
function hasPossessionAfterEmail(methods: readonly Evidence[]): boolean {
  return methods.some(({ amr }) => amr === 'email') && methods.some(({ amr }) => possessionMethods.has(amr))
}

/** Returns what server code learns about the authentication of a session. Nothing if no method is known. */
export function toSessionAssurance(methods: readonly Evidence[]): SessionAssurance {
  const acr = computeAssuranceLevel(methods)
  return acr === null ? {} : { acr, authTime: Math.max(...methods.map(({ at }) => at)), methods }
}

/** Returns whether methods are sufficient. Methods before `maxAge` do not count, so both conditions hold at once. */
export function isSufficient(
  methods: readonly Evidence[],
  { acr, maxAge = Number.POSITIVE_INFINITY }: AssuranceRequirement,
  now = Date.now() / 1000,
): boolean {
  const recent = methods.filter(({ at }) => now - at <= maxAge)
  const level = computeAssuranceLevel(recent)
  if (acr === 'phr') return recent.some(({ amr }) => passkeyMethods.has(amr))
  if (acr === 'aal2') return level === 'aal2'
  if (acr === 'mfa') return level === 'aal2' || hasPossessionAfterEmail(recent)
  return level !== null || (acr === undefined && maxAge === Number.POSITIVE_INFINITY)
}

/**
 * Returns whether the user signed in, or confirmed who they are, within `maxAge` seconds. A new sign-in counts too if its methods are unknown,
 * because there is nothing else that such a user could do.
 */
export function isRecentSignIn({ methods, signedInAt }: SignInEvidence, maxAge: number): boolean {
  const now = Date.now() / 1000
  return isSufficient(methods, { maxAge }, now) || (signedInAt != null && now - signedInAt <= maxAge)
}
