import { getLocation, origin, runRoundTrip } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { assertMatches, assertSame, type Checks } from './harness.js'
import { assertSignInRejected, createSignInApp, graceSession } from './test-apps.js'

export const oauth: Checks = {
  'signs in with client_secret_basic': async () => testPlainSignIn('client_secret_basic'),
  'signs in with client_secret_post': async () => testPlainSignIn('client_secret_post'),
  'signs in as a public client': async () => testPlainSignIn('none'),

  'passes the profile to the profile callback': async () => {
    const op = createMaliciousProvider()
    const profile = ({ sub, name }: { sub: string; name: string }) => ({ id: sub, name: name.toUpperCase() })
    const { open } = createSignInApp({ op, providers: [op.plainProvider({ profile })] })
    const visit = open()
    await runRoundTrip(visit, op, { provider: 'plain' })
    assertMatches(await visit.getSession(), { user: { name: 'GRACE HOPPER' } })
  },

  'rejects unavailable endpoints, redirects and invalid responses': async () => {
    for (const failure of [
      'down',
      'redirect',
      'html',
      'garbage',
      'empty',
      'array',
      'error',
      'status-500',
    ] as const) {
      for (const endpoint of ['token', 'userinfo'] as const) {
        const { response } = await assertSignInRejected({ [endpoint]: failure }, {}, 'plain')
        assertMatches(getLocation(response), /\/auth\/error\?error=/, `${endpoint} ${failure}`)
      }
    }
  },

  'rejects responses larger than a megabyte': async () => {
    await assertSignInRejected({ userinfo: 'huge' }, {}, 'plain')
  },

  'times out': async () => {
    const startTimer = globalThis.setTimeout
    const startShortTimer = (run: () => void, milliseconds = 0, ...args: []) =>
      startTimer(run, milliseconds / 100, ...args)
    globalThis.setTimeout = Object.assign(startShortTimer, startTimer)
    try {
      await assertSignInRejected({ token: 'slow' }, {}, 'plain')
    } finally {
      globalThis.setTimeout = startTimer
    }
  },
}

async function testPlainSignIn(
  authMethod: 'client_secret_basic' | 'client_secret_post' | 'none',
): Promise<void> {
  const op = createMaliciousProvider({ authMethod })
  const { open } = createSignInApp({ op, providers: [op.plainProvider()] })
  const visit = open()
  assertSame(getLocation(await runRoundTrip(visit, op, { provider: 'plain' })), origin)
  assertSame(op.listRequestedEndpoints(), ['token', 'userinfo'])
  assertMatches(await visit.getSession(), graceSession)
}
