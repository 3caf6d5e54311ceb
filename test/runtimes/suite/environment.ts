import { type AuthConfig, createActionURL, setEnvDefaults } from 'latchkey'
import { ada, comeBack, leadsTo, makeApp, origin } from '../../support/app.js'
import { lyingProvider } from '../../support/lying-provider.js'
import { environment } from '../place.js'
import { type Checks, like, same } from './harness.js'
import { house, signedIn } from './people.js'

const oldest = 'the first secret, of more than 32 characters'
const newest = 'the third secret, of more than 32 characters'

/** A provider that the environment has to complete. */
function bareProvider(op: ReturnType<typeof lyingProvider>) {
  return op.provider({ clientId: undefined, clientSecret: undefined })
}

export const environmentVariables: Checks = {
  'fill in what the configuration leaves out': ({ env }) => {
    const config: AuthConfig = { providers: [bareProvider(lyingProvider())] }
    setEnvDefaults(env, config)
    like(config, {
      secret: [environment.AUTH_SECRET_1, environment.AUTH_SECRET],
      basePath: '/api/auth',
      trustHost: true,
      providers: [{ clientId: environment.AUTH_OP_ID, clientSecret: environment.AUTH_OP_SECRET }],
    })
  },

  'say where an action is': ({ env }) => {
    const url = createActionURL('session', 'http', new Headers({ host: 'evil.example' }), env, {})
    same(url.href, `${origin}/api/auth/session`)
  },

  'are all that a sign-in needs': async ({ env }) => {
    const op = lyingProvider({ clientSecret: environment.AUTH_OP_SECRET })
    const { config, open } = makeApp({
      op,
      providers: [bareProvider(op)],
      secret: undefined,
      trustHost: undefined,
    })
    setEnvDefaults(env, config)
    const visit = open({ basePath: '/api/auth' })
    await comeBack(visit, op, await visit.signIn('op'))
    like(await visit.session(), { user: { email: 'grace@example.com' } })
  },

  'are not needed where the configuration says all': async () => {
    const { visit } = await signedIn()
    like(await visit.session(), { user: { email: ada.email } })
  },

  'do not stand in for a secret that was never asked of them': async () => {
    const { open, log } = house({ secret: undefined })
    const answer = await open().get('/auth/session')
    same([answer.status, await answer.json()], [500, null])
    same(log.types(), ['MissingSecret'])
  },
}

export const rotation: Checks = {
  'of the secret signs nobody out and breaks no form': async () => {
    const { visit } = await signedIn({ secret: oldest })
    const csrfToken = await visit.csrf()
    const later = house({ secret: [newest, oldest] }).open({ jar: visit.jar })
    like(await later.session(), { user: { email: ada.email } })
    same(await later.csrf(), csrfToken)
  },

  'of the secret breaks no flow': async () => {
    const op = lyingProvider()
    const visit = house({ op, secret: oldest }).open()
    const away = await visit.signIn('op')
    const later = house({ op, secret: [newest, oldest] }).open({ jar: visit.jar })
    same(leadsTo(await comeBack(later, op, away)), origin)
  },

  'is over once the old secret is gone': async () => {
    const { visit } = await signedIn({ secret: oldest })
    same(await house({ secret: newest }).open({ jar: visit.jar }).session(), null)
  },
}
