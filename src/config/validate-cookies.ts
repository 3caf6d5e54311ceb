import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import { getCookieOptions, securePrefix } from './cookie-options.js'

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

/** Checks cookie attributes against RFC 6265 section 4.1.1: no control characters and no semicolons. */
function findCookieAttributesError(cookies: NonNullable<AuthConfig['cookies']>) {
  for (const [key, cookie] of Object.entries(cookies)) {
    const { domain = '', path = '' } = cookie?.options ?? {}
    if (/[;\p{Cc}]/u.test(domain + path))
      return new InvalidConfig(
        `\`cookies.${key}.options\` has a \`domain\` or \`path\` with ";" or a control character. Remove it.`,
      )
  }
  return undefined
}

/** Browsers reject a cookie whose prefix promises other attributes than it has, RFC 6265bis section 4.1.3. */
export function findCookiePrefixesError({ cookies, useSecureCookies }: AuthConfig) {
  if (!cookies) return undefined
  const table = getCookieOptions(useSecureCookies === false ? 'plain' : 'secure', cookies)
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
  return undefined
}

const cookieNamePattern = /^[\w!#$%&'*+.^`|~-]+$/
