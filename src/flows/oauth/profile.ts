import * as oauth from 'oauth4webapi'
import { hashSha256Hex } from '#crypto'
import { copyWithoutProto, isRecord, parseObject, parseUntrustedObject } from '../../base/parse.js'
import { toError } from '../../base/to-error.js'
import { isSingleEmail, toLowerCaseEmail } from '../../email/address.js'
import { CallbackRouteError, OAuthProfileParseError } from '../../errors.js'
import type { TokenSet } from '../../types/account.js'
import type { Context } from '../../types/context.js'
import type { ProviderFetch } from '../../types/endpoint.js'
import type { Identity } from '../../types/identity.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'
import type { Profile, User } from '../../types/user.js'
import { toOAuthClient, toProviderInfo } from './client-authentication.js'
import { assertSecureUrl, requireEndpoint } from './discovery.js'
import type { ExchangeResult, ValidatedCallback } from './exchange-code.js'
import { assertSignature, decodeJwtPart, getExpectedIssuer } from './id-token.js'
import { getBoundedFetch, toHttpRequestOptions } from './provider-fetch.js'
import { createPlaceholderResolver, interpolateUrl } from './request-parameters.js'
import {
  applyAdditionalRequests,
  findUrlSource,
  type ResourceRequestContext,
  sendResourceRequest,
} from './resource-request.js'

type TokenContext = Pick<ValidatedCallback, 'server' | 'params'> & ExchangeResult

/** Returns the profile of the user. See docs/contract.md#profile. */
export async function fetchProfile(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  tokenContext: TokenContext,
): Promise<Profile> {
  const { server, tokens, params } = tokenContext
  const access = {
    provider,
    accessToken: tokens.access_token ?? '',
    tokenEndpoint: server.token_endpoint ?? '',
    resolvePlaceholder: createPlaceholderResolver(provider, params, tokens),
  }
  const profile = {
    ...readCallbackProfile(provider, params),
    ...(await fetchBaseProfile(ctx, access, tokenContext)),
    ...buildProfileUrls(access),
  }
  const { additionalRequests } = provider.userinfo
  return additionalRequests ? applyAdditionalRequests(ctx, access, { profile, additionalRequests }) : profile
}

async function fetchBaseProfile(
  ctx: Context,
  access: ResourceRequestContext,
  tokenContext: TokenContext,
): Promise<Profile> {
  const { provider } = access
  const { server, tokens, claims } = tokenContext
  if (claims && provider.idToken) return copyWithoutProto(claims)
  const { request, source, template } = provider.userinfo
  if (request) {
    const fetch = createProviderFetch(ctx, provider)
    return toProfile(provider, await request({ tokens, provider: toProviderInfo(ctx, provider), fetch }))
  }
  if (source === 'tokens') return toJsonProfile(provider, tokens)
  if (source === 'access_token') return toJsonProfile(provider, decodeJwtPart(access.accessToken, 1))
  const userinfoUrl = template
    ? interpolateUrl(template, access.resolvePlaceholder)
    : requireEndpoint(provider, 'userinfo', server.userinfo_endpoint)
  assertSecureUrl(ctx.settings, userinfoUrl, findUrlSource(access, template))
  if (claims) return fetchOidcUserinfo(ctx, provider, { server, tokens, claims })
  return fetchOAuthUserinfo(access, userinfoUrl)
}

/** Creates the `fetch` for a provider's own code, with the same limits. */
function createProviderFetch({ settings }: Context, provider: ResolvedOAuthProvider): ProviderFetch {
  return async (url, init = {}) => {
    assertSecureUrl(settings, url)
    const response = await getBoundedFetch(provider)(url, init)
    if (!response.ok) throw createUserinfoError(provider, `answered with status ${response.status}`)
    return response
  }
}

/** Reads profile members from the callback parameters, which a visitor can change. Values that are not JSON stay text. */
function readCallbackProfile(
  { callback }: ResolvedOAuthProvider,
  params: URLSearchParams,
): Record<string, unknown> {
  const names = (callback.profileParameters ?? []).filter(name => params.has(name))
  return Object.fromEntries(
    names.map(name => [name, parseUntrustedObject(params.get(name) ?? '') ?? params.get(name)]),
  )
}

/** Builds the profile members that are URLs made of other values. */
function buildProfileUrls({ provider, resolvePlaceholder }: ResourceRequestContext): Record<string, string> {
  const templates = Object.entries(provider.userinfo.profileUrls ?? {})
  const entries = templates.map(([name, template]): [string, string] => [
    name,
    interpolateUrl(template, resolvePlaceholder),
  ])
  return Object.fromEntries(entries.filter(([, url]) => url !== ''))
}

/** Requests userinfo as JSON or a signed JWT, OpenID Connect Core section 5.3. Its `sub` must equal that of the ID token. */
async function fetchOidcUserinfo(
  { settings }: Context,
  provider: ResolvedOAuthProvider,
  { server, tokens, claims }: Omit<TokenContext, 'params'>,
) {
  const client = toOAuthClient(provider)
  const options = toHttpRequestOptions(provider)
  const rawResponse = await oauth.userInfoRequest(server, client, tokens.access_token ?? '', options)
  const response = await normalizeUserinfoResponse(provider, rawResponse)
  const isSigned = response.headers.get('content-type')?.includes('application/jwt')
  const subject = String(claims?.sub)
  const issuer = isSigned ? getExpectedIssuer(provider, server, await response.clone().text()) : server.issuer
  const userinfo = await oauth.processUserInfoResponse({ ...server, issuer }, client, subject, response)
  if (isSigned) await assertSignature(settings, provider, { server, response })
  return toJsonProfile(provider, userinfo)
}

/** Requests the profile from an OAuth provider. Any response but a JSON object with status 2xx is an error. */
async function fetchOAuthUserinfo(access: ResourceRequestContext, url: string): Promise<Profile> {
  const { provider } = access
  const response = await normalizeUserinfoResponse(
    provider,
    await sendResourceRequest(access, url, provider.userinfo),
  )
  if (!response.ok) throw createUserinfoError(provider, `answered with status ${response.status}`)
  return toJsonProfile(provider, parseObject(await response.text()))
}

/** Removes a `WWW-Authenticate` header, for which oauth4webapi would reject a successful response. */
async function normalizeUserinfoResponse(
  { userinfo }: ResolvedOAuthProvider,
  response: Response,
): Promise<Response> {
  const conformed = (await userinfo.conform?.(response.clone())) ?? response
  if (!conformed.ok || !conformed.headers.has('www-authenticate')) return conformed
  const headers = new Headers(conformed.headers)
  headers.delete('www-authenticate')
  return new Response(conformed.body, { status: conformed.status, headers })
}

function toProfile(provider: ResolvedOAuthProvider, value: unknown): Profile {
  if (isRecord(value)) return { ...value }
  throw createUserinfoError(provider, 'did not answer with a JSON object')
}

/** Leaves out `__proto__` keys, which would set a prototype when an app copies the profile with `Object.assign`. */
function toJsonProfile(provider: ResolvedOAuthProvider, value: unknown): Profile {
  return copyWithoutProto(toProfile(provider, value))
}

function createUserinfoError({ id }: ResolvedOAuthProvider, problem: string): CallbackRouteError {
  return new CallbackRouteError(`The userinfo endpoint of provider "${id}" ${problem}.`)
}

/** Maps a profile to an identity. See docs/contract.md#profile. */
export async function createOAuthIdentity(
  provider: ResolvedOAuthProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<Omit<Identity, 'callbackUrl'>> {
  const user = await mapProfile(provider, profile, tokens)
  const providerAccountId = requireStableId(provider, user)
  return {
    user: {
      ...user,
      id: await deriveUserId(provider.id, providerAccountId),
      email: normalizeProfileEmail(provider, user.email),
    },
    account: { ...tokens, provider: provider.id, type: provider.type, providerAccountId },
    profile,
    emailVerified: provider.isEmailVerified(profile),
    allowEmailLinking: provider.allowDangerousEmailAccountLinking,
    getAccountTokens: () => provider.account(tokens),
  }
}

/**
 * Returns the email in lower case. A user with this email may exist, so an email that lower case turns into that of another person is
 * rejected. So is one that programs read in two ways: as the address before or after a second `@` or a separator. Some providers send
 * `false` or an empty text for no email.
 */
function normalizeProfileEmail(
  { id: provider }: ResolvedOAuthProvider,
  email: unknown,
): string | null | undefined {
  if (!email) return email === undefined ? undefined : null
  const lowerCased = toLowerCaseProfileEmail(email)
  if (typeof lowerCased === 'string') return lowerCased
  throw new OAuthProfileParseError(
    `\`profile()\` of provider "${provider}" returned an \`email\` that is not valid: ${lowerCased.reason}.`,
  )
}

function toLowerCaseProfileEmail(email: unknown): ReturnType<typeof toLowerCaseEmail> {
  if (typeof email !== 'string') return { reason: 'it is not a string' }
  if (!isSingleEmail(email)) return { reason: 'it has a second "@", a separator or a control character' }
  return toLowerCaseEmail(email)
}

async function mapProfile(
  provider: ResolvedOAuthProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<User> {
  try {
    return await provider.profile(profile, tokens)
  } catch (error) {
    throw new OAuthProfileParseError(toError(error), {
      provider: provider.id,
    })
  }
}

/** The results of `String(…)` for a missing id. An account with such an id would be shared by all users. */
const invalidIds: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN', '[object Object]'])

/** The maximum length of an account id in characters, OpenID Connect Core section 2. */
const maxIdLength = 255

/**
 * Requires a stable id. Without it, each sign-in would create another user. Ids are compared exactly (OpenID Connect Core section 2), so
 * one that databases could change or confuse with another is rejected.
 */
function requireStableId({ id: provider }: ResolvedOAuthProvider, { id }: User): string {
  const accountId = String(id ?? '')
  if (accountId.trim() === '' || invalidIds.has(accountId))
    throw new OAuthProfileParseError(
      `\`profile()\` of provider "${provider}" returned no \`id\`. Map the stable id of the user.`,
    )
  if (accountId.length <= maxIdLength && !hasUnsafeCharacters(accountId)) return accountId
  throw new OAuthProfileParseError(
    `\`profile()\` of provider "${provider}" returned an \`id\` with blanks at its edges, with control characters, or of more than ` +
      `${maxIdLength} characters: ${JSON.stringify(accountId.slice(0, 100))}.`,
  )
}

/** Checks for blanks at the edges, and for control characters, line separators and unpaired surrogates anywhere. */
function hasUnsafeCharacters(accountId: string): boolean {
  return accountId.trim() !== accountId || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(accountId)
}

/** Derives a user id, so that a user has the same id at each sign-in without an adapter. Formatted as a UUID (RFC 9562 section 5.8). */
export async function deriveUserId(provider: string, providerAccountId: string): Promise<string> {
  const hex = await hashSha256Hex(JSON.stringify([provider, providerAccountId]))
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
