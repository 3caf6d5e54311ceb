import type { AuthConfig } from '../types/config.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'

/** The time after which browsers remove a cookie, in seconds. RFC 6265bis section 5.5. */
const maxCookieAge = 400 * 86_400

/** Lists the ages that are most likely in milliseconds, each with the text of its warning. */
export function listLongAges(
  { session = {}, jwt = {}, revocation }: AuthConfig,
  providers: Iterable<ResolvedProvider>,
): ReadonlyArray<readonly [name: string, text: string]> {
  const emailAges = [...providers].flatMap(provider =>
    provider.type === 'email' ? [[`maxAge\` of provider \`${provider.id}`, provider.maxAge] as const] : [],
  )
  const ages = [
    ['session.maxAge', session.maxAge],
    ['session.updateAge', session.updateAge],
    ['session.absoluteMaxAge', session.absoluteMaxAge],
    ['jwt.maxAge', jwt.maxAge],
    ['revocation.maxAuthAge', revocation?.maxAuthAge],
    ...emailAges,
  ] as const
  return ages.flatMap(([name, age]) =>
    age !== undefined && age > maxCookieAge && Number.isFinite(age)
      ? [[name, describeAge(name, age)] as const]
      : [],
  )
}

function describeAge(name: string, seconds: number): string {
  const years = Math.round(seconds / 31_557_600)
  return `\`${name}\` is ${seconds} seconds, about ${years} ${years === 1 ? 'year' : 'years'}. If it is in milliseconds, set ${Math.round(seconds / 1000)}. Browsers keep a cookie for 400 days at most.`
}
