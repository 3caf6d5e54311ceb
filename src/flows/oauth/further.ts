import { asError } from '../../base/as-error.js'
import { CallbackRouteError } from '../../errors.js'
import type { Context } from '../../types/context.js'
import type { FurtherRequest } from '../../types/endpoint.js'
import type { Profile } from '../../types/user.js'
import { type Asker, ask, namedBy } from './resource.js'
import { assertReachable } from './server.js'
import { fillAddress, withProfile } from './values.js'

/** Bytes of an image that becomes a part of the profile: it will be in a row of a table, or in a cookie. */
const largestImage = 50_000

/** A profile with what further requests add to it: an address, a name, a picture. */
export async function withFurther(ctx: Context, asker: Asker, profile: Profile): Promise<Profile> {
  let whole = profile
  for (const request of asker.provider.userinfo.further ?? []) {
    if (request.when?.(whole) === false) continue
    const informed = { ...asker, values: withProfile(asker.values, whole) }
    whole = await joined(ctx, informed, { request, profile: whole })
  }
  return whole
}

interface Step {
  readonly request: FurtherRequest
  readonly profile: Profile
}

async function joined(ctx: Context, asker: Asker, { request, profile }: Step): Promise<Profile> {
  const answer = await answerTo(ctx, asker, request)
  return answer === undefined ? profile : request.join(profile, answer)
}

/** Undefined where the sign-in goes on without. */
async function answerTo(ctx: Context, asker: Asker, request: FurtherRequest): Promise<unknown> {
  const { as, without = 'never' } = request
  try {
    const answer = await answerFrom(ctx, asker, request)
    if (answer.ok) return as === 'image' ? await asDataUrl(answer) : await answer.json()
    if (without === 'refused' && answer.status < 500) return undefined
    throw new CallbackRouteError(`A further request of it was answered with status ${answer.status}.`, {
      provider: asker.provider.id,
    })
  } catch (error) {
    if (without !== 'failed') throw error
    ctx.settings.logger.debug('profile incomplete', {
      provider: asker.provider.id,
      fault: asError(error).name,
    })
    return undefined
  }
}

function answerFrom(ctx: Context, asker: Asker, request: FurtherRequest): Promise<Response> {
  const url = fillAddress(request.url, asker.values)
  assertReachable(ctx.settings, url, namedBy(asker, request.url))
  return ask(asker, url, request)
}

/** RFC 2397; null for what is no image, or too large a one. */
async function asDataUrl(answer: Response): Promise<string | null> {
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (!/^image\/(jpeg|png|gif|webp)$/.test(type) || bytes.length > largestImage) return null
  return `data:${type};base64,${btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))}`
}
