import { submit } from '../plugins/two-factor/two-factor-app.js'
import { origin, runRoundTrip } from '../support/app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'
import type { Scene } from './measure.js'
import { enroll, listWays, registerPasskey, signInOwner, stepUp } from './set-ups.js'
import { advanceClock, endSessions, minute, type World } from './world.js'

/** Signs the owner in in a new browser, with every method. */
async function openOwner(world: World): Promise<Visitor> {
  const visit = world.open()
  await signInOwner(
    world,
    visit,
    listWays(world.setUp).at(-1) === 'with the passkey' ? 'with the passkey' : 'with both factors',
  )
  return visit
}

/** What an owner does, without knowing of the theft. */
export const ownerActions = {
  'signs in in a new browser': async ({ world }) => void (await openOwner(world)),
  'signs in again in the same browser': async ({ world, owner }) =>
    void (await signInOwner(world, owner, listWays(world.setUp)[0] ?? 'with the first method')),
  'confirms who they are in the same browser': ({ world, owner }) => stepUp(world, owner),
  'signs out in the same browser': async ({ owner }) => void (await owner.signOut()),
  'starts a sign-in': async ({ world }) => void (await world.open().signIn('op')),
  'adds a passkey': async ({ world }) =>
    void (await registerPasskey(await openOwner(world), new SoftAuthenticator(origin))),
  'links an account': async ({ world }) =>
    void (await runRoundTrip(await openOwner(world), world.op, { as: otherAccount })),
  'sets up an app': async ({ world }) => enroll(world, await openOwner(world)),
  'creates recovery codes': async ({ world }) => {
    const { body } = await submit(await openOwner(world), 'manage', { change: 'recovery-codes' })
    if (Array.isArray(body['recoveryCodes'])) world.recoveryCodes = body['recoveryCodes'].map(String)
  },
  'removes the app': async ({ world }) =>
    void (await submit(await openOwner(world), 'manage', { change: 'remove' })),
  'ends all other sessions': async ({ world }) =>
    void (await endSessions(world, await openOwner(world), 'others')),
  'waits 31 seconds': async () => advanceClock(31_000),
  'waits ten minutes': async () => advanceClock(10 * minute),
  'waits 16 minutes': async () => advanceClock(16 * minute),
} satisfies Record<string, (scene: Scene) => Promise<void>>

const otherAccount = { sub: 'ada-at-op-again', email: 'ada@work.example', email_verified: true, name: 'Ada' }
