import { decode, encode } from 'latchkey/jwt'
import { ada, secret, sessionCookie } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'
import { findPending, listWays, type SetUp, signInOwner, signInWithFirst, type Way } from './set-ups.js'
import { copyCookies, createThief, type Thief } from './thief.js'
import { advanceClock, day, getOwnerId, minute, type Strategy, type World } from './world.js'

/** A theft: what is stolen, from whom, and when. */
export interface Theft {
  /** What is stolen, as the table names it. */
  readonly thing: string
  readonly setUp: SetUp
  /** How the owner signed in to the session that is stolen. */
  readonly way?: Way
  /** Steals. The owner exists. @returns the thief, and the browser from which something was copied */
  steal(world: World): Promise<{ readonly thief: Thief; readonly owner: Visitor }>
  /** Whether the rows of the store are stolen. */
  readonly readsRows?: true
  /** The only strategy for which the row is measured. @default both are equal */
  readonly strategy?: Strategy
}

const ages = { 'one minute old': minute, '16 minutes old': 16 * minute, '20 days old': 20 * day }

const isSession = (name: string) => name === sessionCookie || name.startsWith(`${sessionCookie}.`)
const isPending = (name: string) => name.includes('pending-sign-in')
const isOfPlugin = (kind: string) => (name: string) => name.includes(`authjs.two-factor.${kind}-`)

function listSessionThefts(setUp: SetUp): readonly Theft[] {
  return listWays(setUp).flatMap(way =>
    Object.entries(ages).map(([age, milliseconds]) => ({
      thing: `session cookie, ${age}`,
      setUp,
      way,
      async steal(world: World) {
        const owner = world.open()
        await signInOwner(world, owner, way)
        const thief = createThief(world, {})
        copyCookies(owner, thief.visit, isSession)
        advanceClock(milliseconds)
        return { thief, owner }
      },
    })),
  )
}

/** A copy of other cookies than that of the session. */
function listCookieThefts(setUp: SetUp): readonly Theft[] {
  const steal = (isCopied: (name: string) => boolean) => async (world: World) => {
    const owner = world.open()
    await signInOwner(world, owner, setUp.hasApp ? 'in a remembered browser' : 'with the first method')
    const thief = createThief(world, {})
    copyCookies(owner, thief.visit, isCopied)
    return { thief, owner }
  }
  const others: Theft = {
    thing: 'cookies of a flow (OAuth, email, passkey), CSRF and callback URL',
    setUp,
    steal: stealFlows,
  }
  if (!setUp.hasApp) return [others]
  return [
    others,
    { thing: 'cookie of a pending sign-in', setUp, steal: stealPending },
    { thing: 'cookie of a remembered browser', setUp, steal: steal(isOfPlugin('device')) },
    { thing: 'cookie of a known browser', setUp, steal: steal(isOfPlugin('known')) },
  ]
}

async function stealPending(world: World) {
  const owner = world.open()
  const pending = findPending(owner, await signInWithFirst(world, owner))
  const thief = createThief(world, { pending })
  copyCookies(owner, thief.visit, isPending)
  return { thief, owner }
}

/** The owner starts a sign-in of each type. */
async function stealFlows(world: World) {
  const owner = world.open()
  await owner.signIn('mail', { email: ada.email })
  await owner.signIn('op')
  await owner.get('/auth/webauthn-options/passkey?action=authenticate')
  const thief = createThief(world, {})
  copyCookies(owner, thief.visit, name => !isSession(name))
  return { thief, owner }
}

/** Each thing that is not a cookie. */
function listOtherThefts(setUp: SetUp): readonly Theft[] {
  const steal = (createLoot: (world: World) => Thief['loot']) => async (world: World) => ({
    thief: createThief(world, createLoot(world)),
    owner: world.open(),
  })
  const theft = (thing: string, createLoot: (world: World) => Thief['loot']): Theft => ({
    thing,
    setUp,
    steal: steal(createLoot),
  })
  const hasPassword = setUp.first === 'password' || setUp.first === 'unknown'
  return [
    ...(hasPassword
      ? [theft('password', ({ passwords }) => ({ password: [...passwords.values()][0] ?? '' }))]
      : []),
    theft('mailbox', () => ({ mailbox: true })),
    ...(setUp.hasApp
      ? [
          theft('authenticator app', ({ authenticatorApp }) => ({ authenticatorApp })),
          theft('recovery codes', ({ recoveryCodes }) => ({ recoveryCodes })),
        ]
      : []),
    ...(setUp.hasPasskey
      ? [
          theft('device with the passkey, without its PIN', () => ({ device: { hasPin: false } })),
          theft('device with the passkey, with its PIN', () => ({ device: { hasPin: true } })),
        ]
      : []),
  ]
}

/** What operators have. It gives the same for each first method. */
function listOperatorThefts(setUp: SetUp): readonly Theft[] {
  if (setUp.first !== 'password') return []
  return (['jwt', 'database'] as const).flatMap(strategy => [
    {
      thing: `all database rows, read only (${strategy} sessions)`,
      setUp,
      strategy,
      readsRows: true,
      async steal(world: World) {
        const owner = world.open()
        await signInOwner(world, owner, listWays(setUp)[0] ?? 'with the first method')
        await world.open().signIn('mail', { email: ada.email })
        return { thief: createThief(world, { rows: world.readTexts() }), owner }
      },
    },
    ...[secret, 'the secret of another tenant, which is long enough'].map(stolen => ({
      thing: `${stolen === secret ? 'secret of the tenant' : 'secret of another tenant'} (${strategy} sessions)`,
      setUp,
      strategy,
      steal: async (world: World) => ({
        thief: createThief(world, { forge: () => forgeSession(world, stolen) }),
        owner: world.open(),
      }),
    })),
  ])
}

/** Makes a session of the owner with every method, as a user of the app who knows the claims of a session. */
async function forgeSession(world: World, stolenSecret: string): Promise<string> {
  const eve = world.open()
  await eve.signIn('mail', { email: 'eve@example.com' })
  await eve.get(world.emails.at(-1)?.url ?? '/')
  const at = Math.floor(Date.now() / 1000)
  const methods = ['pwd', 'otp', 'hwk', 'mfa'].map(amr => ({ amr, at, provider: 'op' }))
  const owner = { sub: await getOwnerId(world), email: ada.email, auth_methods: methods, session_epoch: 1e6 }
  return encode({
    token: { ...(await readClaims(world, eve)), ...owner },
    secret: stolenSecret,
    salt: sessionCookie,
  })
}

/** A database session has no claims. */
async function readClaims({ strategy }: World, { jar }: Visitor): Promise<object> {
  if (strategy === 'database') return { auth_tenant: 'acme' }
  return (await decode({ token: jar.get(sessionCookie)?.value ?? '', secret, salt: sessionCookie })) ?? {}
}

/** Lists every theft from one owner. */
export function listThefts(setUp: SetUp): readonly Theft[] {
  return [
    ...listSessionThefts(setUp),
    ...listCookieThefts(setUp),
    ...listOtherThefts(setUp),
    ...listOperatorThefts(setUp),
  ]
}
