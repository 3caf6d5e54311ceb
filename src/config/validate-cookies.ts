import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Settings } from '../types/context.js'
import type { ResolvedCookies } from '../types/cookies.js'
import { securePrefix } from './cookie-options.js'
import { findCookieDomainFault } from './validate-cookie-domain.js'

/**
 * Checks cookie names against RFC 6265 section 4.1.1. A name that is not a token could inject attributes or
 * headers.
 */
export function findCookiesError({ cookies = {} }: AuthConfig) {
  const invalid = Object.entries(cookies).find(
    ([, cookie]) => cookie?.name !== undefined && !cookieNamePattern.test(cookie.name),
  )
  if (!invalid) return findCookieAttributesError(cookies)
  return new InvalidConfig(
    `\`cookies.${invalid[0]}.name\` can only contain letters, digits and !#$%&'*+-.^_\`|~.`,
  )
}

/** Checks cookie attributes against RFC 6265 section 4.1.1: no control characters and no semicolons, and a domain that can match. */
function findCookieAttributesError(cookies: NonNullable<AuthConfig['cookies']>) {
  for (const [key, cookie] of Object.entries(cookies)) {
    const { domain = '', path = '' } = cookie?.options ?? {}
    if (/[;\p{Cc}]/u.test(domain + path))
      return new InvalidConfig(
        `\`cookies.${key}.options\` has a \`domain\` or \`path\` with ";" or a control character. Remove it.`,
      )
    const fault = domain ? findCookieDomainFault(domain) : null
    if (fault)
      return new InvalidConfig(
        `\`cookies.${key}.options.domain\` is ${JSON.stringify(domain)}, which ${fault}. Set the host that you own, such as "example.com", or leave \`domain\` out for the host of the request.`,
      )
  }
  return undefined
}

/** Checks that the cookies are valid for at least one protocol that the site can have. */
export function findCookiePrefixesError(
  { useSecureCookies }: AuthConfig,
  cookieOptions: Settings['cookieOptions'],
) {
  const { secure, plain } = listCookieErrors(cookieOptions)
  if (useSecureCookies !== undefined) return (useSecureCookies ? secure : plain) ?? undefined
  return (secure && plain) ?? undefined
}

/** Checks the cookies for https and http. An app may only be valid for one, such as with `secure: false` in development. */
export function listCookieErrors({ secure, plain }: Settings['cookieOptions']): Settings['cookieErrors'] {
  return { secure: findPrefixError(secure), plain: findPrefixError(plain) }
}

/** Browsers reject a cookie whose prefix promises other attributes than it has, RFC 6265bis section 4.1.3. */
function findPrefixError(table: ResolvedCookies): InvalidConfig | null {
  for (const [key, { name, options }] of Object.entries(table)) {
    const { domain, path, secure } = options
    const isHostCookie = /^__Host-/i.test(name)
    if ((securePrefix.test(name) && !secure) || (isHostCookie && (path !== '/' || domain)))
      return new InvalidConfig(
        `\`cookies.${key}\` has the name "${name}", so browsers reject it unless it has \`secure: true\`${
          isHostCookie ? ', `path: "/"` and no `domain`' : ''
        }. Change these \`options\`, or set a \`name\` without the prefix.`,
      )
  }
  return null
}

const cookieNamePattern = /^[\w!#$%&'*+.^`|~-]+$/
