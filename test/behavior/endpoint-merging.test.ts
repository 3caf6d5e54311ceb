import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { createMaliciousProvider, type MaliciousProvider } from '../support/malicious-provider.js'

type EndpointName = 'authorization' | 'token' | 'userinfo'

/** Who wrote a part of the configuration: the definition of the provider, or the app. */
type Author = 'definition' | 'app'

/** Every form in which an endpoint can be written. `url` is undefined if the form has none. */
const shapes: Readonly<Record<string, (url: string, author: Author) => unknown>> = {
  nothing: () => undefined,
  'a string': url => url,
  'a URL': url => new URL(url),
  'an object with a string': url => ({ url }),
  'an object with a URL': url => ({ url: new URL(url) }),
  'an object with a URL and parameters': (url, author) => ({ url, params: { [`by_${author}`]: 1 } }),
  'an object with parameters only': (_, author) => ({ params: { [`by_${author}`]: 1 } }),
  'an empty object': () => ({}),
}
const withoutUrl = new Set(['nothing', 'an object with parameters only', 'an empty object'])
const replacing = new Set(['a string', 'a URL'])

const pairs = Object.keys(shapes).flatMap(byDefinition =>
  Object.keys(shapes).map(byApp => [byDefinition, byApp] as const),
)

function getUrl(op: MaliciousProvider, name: EndpointName): string {
  const { authorize: authorization, token, userinfo } = op.endpoints
  return { authorization, token, userinfo }[name]
}

function createProvider(
  op: MaliciousProvider,
  name: EndpointName,
  [byDefinition, byApp]: readonly [string, string],
) {
  const url = getUrl(op, name)
  const write = (shape: string, author: Author) => shapes[shape]?.(`${url}?from=${author}`, author)
  return {
    ...op.plainProvider(),
    [name]: write(byDefinition, 'definition'),
    options: { [name]: write(byApp, 'app') },
  }
}

/** Signs in and returns the URL that was requested at the endpoint. */
async function requestEndpoint(name: EndpointName, pair: readonly [string, string]) {
  const op = createMaliciousProvider()
  const { open, log } = createTestApp({ op, providers: [createProvider(op, name, pair) as never] })
  const visit = open()
  await visit.get('/auth/providers')
  if (log.errors.length > 0) return { errors: log.errors.map(({ message }) => message), url: null }
  const away = await visit.signIn('plain')
  const back = await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
  expect(log.errors.map(String)).toEqual([])
  expect(getLocation(back)).toBe(origin)
  const url =
    name === 'authorization'
      ? visit.getLocation(away)
      : op.requests.find(({ endpoint }) => endpoint === name)?.url
  return { errors: [], url: url ?? null }
}

describe.each(['authorization', 'token', 'userinfo'] as const)(
  '`%s` of a definition and of the app',
  name => {
    test.each(pairs)('%s, and %s', async (byDefinition, byApp) => {
      const { errors, url } = await requestEndpoint(name, [byDefinition, byApp])
      if (withoutUrl.has(byDefinition) && withoutUrl.has(byApp)) {
        expect(errors).toEqual([expect.stringContaining(`neither \`issuer\` nor \`${name}\``)])
        return
      }
      expect(errors).toEqual([])
      expect(url?.searchParams.get('from')).toBe(withoutUrl.has(byApp) ? 'definition' : 'app')
      expect(url?.searchParams.has('by_app')).toBe(byApp.includes('parameters'))
      expect(url?.searchParams.has('by_definition')).toBe(
        byDefinition.includes('parameters') && !replacing.has(byApp),
      )
    })
  },
)

describe('a function of the app', () => {
  test.each(Object.keys(shapes))('requests the profile instead of %s', async byDefinition => {
    const op = createMaliciousProvider()
    const request = async () => ({ id: 'user-1', name: 'From the function' })
    const provider = createProvider(op, 'userinfo', [byDefinition, 'nothing'])
    const { open } = createTestApp({
      op,
      providers: [{ ...provider, options: { userinfo: { request } } } as never],
    })
    const visit = open()
    const away = await visit.signIn('plain')
    await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
    expect(await visit.getSession()).toMatchObject({ user: { name: 'From the function' } })
  })

  test.each(Object.keys(shapes))('requests the tokens instead of %s', async byDefinition => {
    const op = createMaliciousProvider()
    const provider = createProvider(op, 'token', [byDefinition, 'nothing'])
    const userinfo = {
      request: async ({ tokens }: { tokens: object }) => ({ id: '1', name: JSON.stringify(tokens) }),
    }
    const token = { request: async () => ({ tokens: { access_token: 'from-the-function' } }) }
    const { open } = createTestApp({
      op,
      providers: [{ ...provider, options: { token, userinfo } } as never],
    })
    const visit = open()
    const away = await visit.signIn('plain')
    await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
    expect(await visit.getSession()).toMatchObject({
      user: { name: expect.stringContaining('from-the-function') },
    })
  })
})
