import fc from 'fast-check'
import { expect } from 'vitest'
import { createTestApp, credentials, origin } from '../support/app.js'
import { specialText } from './arbitraries.js'
import { describeFuzzTarget, silentLogger } from './fuzz-target.js'

interface RouterInput {
  readonly method: string
  readonly basePath: string
  /** Everything after the origin. */
  readonly path: string
}

/** Whether an action accepts a provider, by its name. */
const actions = new Map([
  ['callback', true],
  ['csrf', false],
  ['error', false],
  ['providers', false],
  ['session', false],
  ['signin', true],
  ['signout', false],
  ['verify-request', false],
  ['webauthn-options', true],
])

type App = (request: Request, basePath: string) => Promise<Response>

const basePaths = ['/auth', '/api/v1/auth']
const apps = new Map(
  basePaths.map(basePath => [
    basePath,
    createTestApp({ basePath, providers: [credentials], logger: silentLogger }),
  ]),
)
const answer: App = async (request, basePath) => apps.get(basePath)?.answer(request) ?? Response.error()

/** The table of paths in docs/reference/contract.md#paths, as one expression. */
function isAction({ method, url }: Request, basePath: string): boolean {
  const [, action = '', provider] =
    new RegExp(`^${basePath}/+([^/]+)(?:/+([^/]+))?/*$`).exec(new URL(url).pathname) ?? []
  const acceptsProvider = actions.get(action)
  if (acceptsProvider === undefined || !['GET', 'POST', 'HEAD'].includes(method)) return false
  return (
    provider === undefined ||
    provider === 'undefined' ||
    (acceptsProvider && /^(?:[^%]|%[\da-f]{2})*$/i.test(provider))
  )
}

/** A body of `null` is that of a session request without a CSRF token. */
async function isRejected(response: Response): Promise<boolean> {
  return response.status === 400 && (await response.clone().text()) !== 'null'
}

async function checkRoute(app: App, { method, basePath, path }: RouterInput): Promise<void> {
  if (!URL.canParse(origin + path) || new URL(origin + path).origin !== origin) return
  const request = new Request(origin + path, { method })
  const response = await app(request, basePath)
  const isExpected = isAction(request, basePath)
  expect(await isRejected(response)).toBe(!isExpected)
  if (isExpected) return
  expect(response.headers.getSetCookie()).toEqual([])
  expect(response.headers.get('location')).toBeNull()
}

const name = fc.oneof(
  fc.constantFrom(
    ...actions.keys(),
    'credentials',
    'undefined',
    'Signin',
    'signin ',
    '%73ignin',
    '__proto__',
    'toString',
    '',
  ),
  specialText,
)
const separator = fc.constantFrom('/', '/', '/', '//', '/./', '/../', '\\', '%2f', ';', '')
const segments = fc.array(fc.tuple(separator, name), { maxLength: 4 }).map(parts => parts.flat().join(''))
const path = fc
  .tuple(
    fc.constantFrom('/auth', '/auth', '/api/v1/auth', '/Auth', '/authx', '/x', '//auth', '/%61uth'),
    segments,
    fc.constantFrom('', '?a=b', '#c'),
  )
  .map(parts => parts.join(''))

describeFuzzTarget<RouterInput, App>({
  name: 'router',
  subject: answer,
  input: fc.record({
    method: fc.constantFrom(
      'GET',
      'GET',
      'POST',
      'HEAD',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'get',
      'QUERY',
    ),
    basePath: fc.constantFrom(...basePaths),
    path,
  }),
  check: checkRoute,
  faults: {
    'the case of the path does not count': (request, basePath) =>
      answer(new Request(request.url.toLowerCase(), { method: request.method }), basePath),
    'segments behind the provider are ignored': (request, basePath) =>
      answer(
        new Request(request.url.replace(/(\/\w+\/\w+\/\w+)\/.*/, '$1'), { method: request.method }),
        basePath,
      ),
    'every method counts as GET': (request, basePath) => answer(new Request(request.url), basePath),
  },
})
