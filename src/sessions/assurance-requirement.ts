import { findOptionFault, type OptionRules, secondsRule } from '../base/option-fault.js'
import { InvalidConfig, UnknownAction } from '../errors.js'
import { createJsonResult } from '../http/messages.js'
import { appendQuery, encodeForHeader } from '../http/url.js'
import { type AssuranceRequirement, requirableLevels, type StepUpRequirement } from '../types/evidence.js'
import type { ActionResult } from '../types/request.js'

type RequiredAcr = NonNullable<AssuranceRequirement['acr']>

/** The rules of a requirement. A member that is `undefined` is rejected: it would require nothing. */
export const requirementRules: OptionRules<AssuranceRequirement> = {
  acr: {
    expected: requirableLevels.map(value => `'${value}'`).join(', '),
    isValid: isRequiredAcr,
    isLimit: true,
  },
  maxAge: { ...secondsRule, isLimit: true },
}

/**
 * Asserts that a requirement of a plugin is valid.
 *
 * @param source the function that the requirement is from
 * @throws InvalidConfig
 */
export function assertRequirement(requirement: AssuranceRequirement, source: string): void {
  const fault = findOptionFault(requirement, requirementRules, `The requirements of \`${source}\``)
  if (fault !== null) throw new InvalidConfig(fault)
}

function isRequiredAcr(value: unknown): value is RequiredAcr {
  return requirableLevels.some(acr => acr === value)
}

/** Of the query parameter `methods`: a new sign-in of unknown methods is sufficient too. */
const anyMethods = 'any'

/** Returns the parameters of a requirement, as OpenID Connect Core section 3.1.2.1 and RFC 9470 section 3 name them. */
export function toRequirementParams({ acr, maxAge }: AssuranceRequirement): Record<string, string> {
  const isLimited = maxAge !== undefined && Number.isFinite(maxAge)
  return { ...(acr && { acr_values: acr }), ...(isLimited && { max_age: String(Math.floor(maxAge)) }) }
}

/**
 * Parses the parameters of a requirement. Of several values, the first known one counts: they are in order of preference.
 *
 * @throws UnknownAction if a parameter is not valid
 */
export function parseRequirement(query: Readonly<Record<string, string>>): StepUpRequirement {
  const { acr_values, max_age, methods } = query
  const acr = acr_values?.split(' ').find(isRequiredAcr)
  if (acr_values && !acr)
    throw new UnknownAction(`\`acr_values\` has none of the values ${requirableLevels.join(', ')}.`)
  if (max_age !== undefined && !/^\d{1,9}$/.test(max_age))
    throw new UnknownAction('`max_age` is not a number of seconds.')
  const maxAge = max_age === undefined ? {} : { maxAge: Number(max_age) }
  return { ...(acr && { acr }), ...maxAge, ...(methods === anyMethods && { acceptsUnknownMethods: true }) }
}

/** What a user must do first. */
export interface RequiredAuthentication {
  readonly error: 'login_required' | 'insufficient_user_authentication'
  /** The URL of the page. */
  readonly url: string
  /** The value of `WWW-Authenticate`. */
  readonly authenticate: string
}

/** Creates the step-up requirement of RFC 9470 section 3. Its page is the step-up page, which returns to `callbackUrl`. */
export function createRequiredStepUp(
  authUrl: string,
  requirement: StepUpRequirement,
  callbackUrl: string,
): RequiredAuthentication {
  const error = 'insufficient_user_authentication'
  const params = toRequirementParams(requirement)
  const attributes = Object.entries({ error, ...params }).map(([name, value]) => `${name}="${value}"`)
  const any = requirement.acceptsUnknownMethods ? { methods: anyMethods } : {}
  const url = appendQuery(`${authUrl}/step-up`, { ...params, ...any, callbackUrl })
  return { error, url, authenticate: `Bearer ${attributes.join(', ')}` }
}

/** Creates the response to a client that does not follow redirects to pages: status 401 with what is required. */
export function createRequirementResult({ error, url, authenticate }: RequiredAuthentication): ActionResult {
  const result = createJsonResult({ error, url: encodeForHeader(url) }, 401)
  return { ...result, headers: { ...result.headers, 'www-authenticate': authenticate } }
}
