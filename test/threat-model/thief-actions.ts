import { json, readJson, submit } from '../plugins/two-factor/two-factor-app.js'
import { ada, completeRoundTrip, origin } from '../support/app.js'
import { send } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import { isSignedInAsOwner } from './set-ups.js'
import { enter, type Thief } from './thief.js'
import { AuthenticatorApp, endSessions, getOwnerId, type World } from './world.js'

/** The account of the thief at the provider. */
const thiefAtProvider = { sub: 'eve-at-op', email: 'eve@example.com', email_verified: true, name: 'Eve' }

/** Something that a thief tries. Returns whether the app did it. */
export type ThiefAction = (world: World, thief: Thief) => Promise<boolean>

/** Adds a way to sign in. After an app is set up, the session has a second factor. */
export const additions = {
  async 'sets up an authenticator app'(world, thief) {
    const before = await readApp(world)
    const { secret, pending } = await openEnrollment(thief)
    if (secret === null) return false
    const app = new AuthenticatorApp()
    app.secret = secret
    await submit(thief.visit, 'enroll', { ...pending, code: app.readCode() })
    return (await readApp(world)) !== before
  },
  'links an account': async (world, { visit }) => {
    const away = await visit.signIn('op')
    if (visit.getLocation(away).origin === origin) return false
    await completeRoundTrip(visit, world.op, away, { as: thiefAtProvider })
    const key = { provider: 'op', providerAccountId: thiefAtProvider.sub }
    return (await world.store.getUserByAccount(key))?.id === (await getOwnerId(world))
  },
  async 'adds a passkey'(world, { visit }) {
    const path = `/auth/webauthn-options/passkey?${new URLSearchParams({ action: 'register', email: ada.email })}`
    const { options } = (await readJson(await visit.get(path))) as {
      options?: Parameters<SoftAuthenticator['register']>[0]
    }
    if (!options) return false
    const device = new SoftAuthenticator(origin)
    await send(visit, { action: 'register', data: device.register(options) })
    const passkeys = await world.store.listAuthenticatorsByUserId(await getOwnerId(world))
    return passkeys.some(({ credentialID }) => credentialID === device.id.toString('base64'))
  },
} satisfies Record<string, ThiefAction>

/** Returns the app of the owner, which changes if another one is set up. */
async function readApp(world: World): Promise<string> {
  const record = await world.store.records.getRecord('two-factor-totp', await getOwnerId(world))
  return String(JSON.stringify(Object(record?.value).active))
}

/** Starts to set up an app, in the session or in the sign-in that waits. */
async function openEnrollment({ visit, pending }: Thief) {
  for (const query of pending === undefined ? [''] : ['', `?pending=${pending}`]) {
    const { secret } = await readJson(await visit.get(`/auth/two-factor/enroll${query}`, json))
    if (typeof secret === 'string') return { secret, pending: query && pending ? { pending } : {} }
  }
  return { secret: null, pending: {} }
}

/** An action in a session of the owner. The thief can have another session, and do the same there. */
const ofOwner =
  (act: ThiefAction): ThiefAction =>
  async (world, thief) => {
    const isOwner = await isSignedInAsOwner(thief.visit)
    return (await act(world, thief)) && isOwner
  }

const change = (name: string): ThiefAction =>
  ofOwner(async (_, { visit }) => (await submit(visit, 'manage', { change: name })).status === 200)

/** Changes or removes what the owner has. */
export const changes = {
  'forgets remembered browsers': change('forget-devices'),
  'replaces the recovery codes': change('recovery-codes'),
  'removes the authenticator app': change('remove'),
} satisfies Record<string, ThiefAction>

/** Everything else. What it gives is in the session. */
export const attempts = {
  async 'signs in with the stolen thing'(world, thief) {
    await enter(world, thief)
    return false
  },
  async 'enters codes'(_, { visit, loot, pending }) {
    const { authenticatorApp, recoveryCodes = [] } = loot
    const codes = [
      { code: authenticatorApp ? authenticatorApp.readCode() : '000000' },
      { method: 'recovery-code', code: recoveryCodes[0] ?? 'AAAA-AAAAA-AAAA' },
    ]
    for (const fields of codes) {
      await submit(visit, 'verify', fields)
      if (pending !== undefined) await submit(visit, 'verify', { pending, ...fields, rememberDevice: 'true' })
    }
    return false
  },
  async 'enters five wrong codes'(_, { visit, pending }) {
    for (let index = 0; index < 5; index++)
      await submit(visit, 'verify', { ...(pending !== undefined && { pending }), code: `00000${index}` })
    return false
  },
  async 'updates the session'(_, { visit }) {
    const csrfToken = await visit.getCsrfToken()
    const data = {
      auth_methods: [{ amr: 'mfa', at: Date.now() / 1000, provider: 'op' }],
      acr: 'aal2',
      sub: 'eve',
    }
    await visit.post('/auth/session', { csrfToken, data }, { json: true })
    return false
  },
  async 'ends all sessions'(world, { visit }) {
    await endSessions(world, visit, 'all')
    return false
  },
  async 'signs out'(_, { visit }) {
    await visit.signOut()
    return false
  },
} satisfies Record<string, ThiefAction>

/** Ends the sessions of the owner. */
export const endOthers: ThiefAction = ofOwner((world, { visit }) => endSessions(world, visit, 'others'))
