import { AccessDenied, SessionUnavailable, TooManyRequests } from 'latchkey/errors'
import type { Plugin } from 'latchkey/plugins'
import { createAuth } from 'latchkey/server'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { ada, credentials, secret } from '../../support/app.js'
import type { Row } from './table.js'
import { type Scenario, sendOrdinaryRequest, type TestEnvironment } from './test-environment.js'

const json = { headers: { accept: 'application/json' } }
const asJson: Scenario['send'] = async ({ visit, break: breakApp }, { method, path }) => {
  breakApp()
  return method === 'POST'
    ? visit.post(path, { csrfToken: await visit.getCsrfToken() }, json)
    : visit.get(path, json)
}

const revocable = { revocation: { maxStale: 0 }, session: { strategy: 'jwt' } } as const

/** A plugin whose action throws an error. */
const createPlugin = (error: Error): Plugin => ({
  id: 'lab',
  actions: { run: { POST: () => Promise.reject(error) } },
})
const withPlugin = (error: Error) => ({ config: { plugins: [createPlugin(error)] } })

/** Returns the field of the forms of the step-up page. */
const readStepUp = async ({ visit }: TestEnvironment): Promise<string> => {
  const page = await visit.get('/auth/step-up?max_age=600', json)
  return ((await page.json()) as { stepUp: string }).stepUp
}

/** Submits a form of the step-up page. */
const submitStepUp = async (world: TestEnvironment, { path }: Row, fields: object): Promise<Response> => {
  const { visit } = world
  const body = { csrfToken: await visit.getCsrfToken(), stepUp: await readStepUp(world), ...fields }
  world.break()
  return visit.post(path, body)
}

/** The failures of docs/reference/errors.md of step-up, plugins and second factors. */
export const assuranceScenarios: Readonly<Record<string, Scenario>> = {
  'a step-up without a signed-in user': {},
  'a step-up without a signed-in user, as JSON': { send: asJson },
  'a step-up with an unknown requirement': {},
  'a step-up form that is older than 15 minutes, or was changed': {
    send: (world, row) => submitStepUp(world, row, { ...ada, stepUp: 'changed' }),
  },
  'wrong credentials in a step-up': {
    send: (world, row) => submitStepUp(world, row, { ...ada, password: 'wrong' }),
  },
  'a step-up as another user': {
    config: { providers: [{ ...credentials, authorize: async () => ({ id: 'another-user' }) }] },
    send: (world, row) => submitStepUp(world, row, ada),
  },
  'a step-up at a provider whose ID token proves no new sign-in': {
    send: async world => {
      const { visit, op } = world
      const away = await visit.signIn('op', { stepUp: await readStepUp(world) })
      return visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
    },
  },
  'a session that was ended, with `revocation`': {
    config: revocable,
    send: async (world, row) => {
      const { visit, store } = world
      world.break()
      await visit.signInWithCredentials(ada)
      const auth = createAuth({ ...revocable, adapter: store, providers: [], secret, trustHost: true })
      await auth.sessions.endAllOfUser('ada-1')
      return sendOrdinaryRequest(world, row)
    },
  },
  'a policy of a plugin denies the sign-in': {
    config: { plugins: [{ id: 'lab', policies: [() => ({ deny: new AccessDenied() })] }] },
  },
  'a policy of a plugin throws': {
    config: { plugins: [{ id: 'lab', policies: [() => Promise.reject(new Error('broken'))] }] },
  },
  'a session policy of a plugin throws': {
    config: { plugins: [{ id: 'lab', sessionPolicies: [() => Promise.reject(new Error('broken'))] }] },
  },
  'a plugin without this action': withPlugin(new Error('unused')),
  'a plugin without this action, as JSON': { ...withPlugin(new Error('unused')), send: asJson },
  'an action of a plugin without a CSRF token': {
    ...withPlugin(new Error('unused')),
    send: async ({ visit, break: breakApp }, { path }) => {
      breakApp()
      return visit.post(path, {})
    },
  },
  'an action of a plugin without a CSRF token, as JSON': {
    ...withPlugin(new Error('unused')),
    send: async ({ visit, break: breakApp }, { path }) => {
      breakApp()
      return visit.post(path, {}, json)
    },
  },
  'an action of a plugin throws `AccessDenied`': withPlugin(new AccessDenied()),
  'an action of a plugin throws `AccessDenied`, as JSON': { ...withPlugin(new AccessDenied()), send: asJson },
  'an action of a plugin throws `TooManyRequests`': withPlugin(new TooManyRequests()),
  'an action of a plugin throws `TooManyRequests`, as JSON': {
    ...withPlugin(new TooManyRequests()),
    send: asJson,
  },
  'an action of a plugin throws `SessionUnavailable`': withPlugin(new SessionUnavailable()),
  'an action of a plugin throws `SessionUnavailable`, as JSON': {
    ...withPlugin(new SessionUnavailable()),
    send: asJson,
  },
  'an action of a plugin throws another error': withPlugin(new Error('broken')),
  'an action of a plugin throws another error, as JSON': { ...withPlugin(new Error('broken')), send: asJson },
  'two-factor authentication without a signed-in user and a pending sign-in': {
    config: { plugins: [twoFactor({ notify: skipNotifications })] },
  },
  'two-factor authentication without a signed-in user and a pending sign-in, as JSON': {
    config: { plugins: [twoFactor({ notify: skipNotifications })] },
    send: asJson,
  },
  'a wrong code of an authenticator app': {
    config: { plugins: [twoFactor({ notify: skipNotifications })] },
    send: (world, row) => submitWrongCode(world, row, {}),
  },
  'a wrong code of an authenticator app, as JSON': {
    config: { plugins: [twoFactor({ notify: skipNotifications })] },
    send: (world, row) => submitWrongCode(world, row, json),
  },
}

const submitWrongCode = async (
  { visit, break: breakApp }: TestEnvironment,
  { path }: Row,
  init: object,
): Promise<Response> => {
  breakApp()
  await visit.get(path)
  return visit.post(path, { csrfToken: await visit.getCsrfToken(), code: 'wrong' }, init)
}
