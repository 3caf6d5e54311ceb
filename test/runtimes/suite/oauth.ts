import { leadsTo, origin, roundTrip } from '../../support/app.js'
import { lyingProvider } from '../../support/lying-provider.js'
import { type Checks, like, same } from './harness.js'
import { graceIsIn, house, letsNobodyIn } from './people.js'

export const oauth: Checks = {
  'signs in with a secret in the header': async () => signsInPlainly('client_secret_basic'),
  'signs in with a secret in the body': async () => signsInPlainly('client_secret_post'),
  'signs in as a public client': async () => signsInPlainly('none'),

  'passes the profile to the app': async () => {
    const op = lyingProvider()
    const profile = ({ sub, name }: { sub: string; name: string }) => ({ id: sub, name: name.toUpperCase() })
    const { open } = house({ op, providers: [op.plainProvider({ profile })] })
    const visit = open()
    await roundTrip(visit, op, { provider: 'plain' })
    like(await visit.session(), { user: { name: 'GRACE HOPPER' } })
  },

  'gives up on a provider that is down, redirects, or talks nonsense': async () => {
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
        const { answer } = await letsNobodyIn({ [endpoint]: failure }, {}, 'plain')
        like(leadsTo(answer), /\/auth\/error\?error=/, `${endpoint} ${failure}`)
      }
    }
  },

  'reads no more than a megabyte': async () => {
    await letsNobodyIn({ userinfo: 'huge' }, {}, 'plain')
  },

  'does not wait for ever': async () => {
    const timeout = AbortSignal.timeout
    AbortSignal.timeout = milliseconds => timeout.call(AbortSignal, milliseconds / 100)
    try {
      await letsNobodyIn({ token: 'slow' }, {}, 'plain')
    } finally {
      AbortSignal.timeout = timeout
    }
  },
}

async function signsInPlainly(
  authMethod: 'client_secret_basic' | 'client_secret_post' | 'none',
): Promise<void> {
  const op = lyingProvider({ authMethod })
  const { open } = house({ op, providers: [op.plainProvider()] })
  const visit = open()
  same(leadsTo(await roundTrip(visit, op, { provider: 'plain' })), origin)
  same(op.asked(), ['token', 'userinfo'])
  like(await visit.session(), graceIsIn)
}
