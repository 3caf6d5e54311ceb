import Router from '@koa/router'
import Koa, { type ParameterizedContext } from 'koa'
import { type InferState, KoaAuth, type KoaAuthConfig, type KoaAuthState, type Session } from 'latchkey/koa'
import { auth, requireAuth } from './auth.js'

type State = InferState<typeof auth>

export const app = new Koa<State>()
app.use(auth)
app.use(async (ctx, next) => {
  const session = await ctx.state.auth.getSession()
  const role: string | undefined = session?.role
  // TS2339: Property 'rank' does not exist
  void session?.rank
  ctx.set('x-role', role ?? (await ctx.state.auth.api.greeting.greet('Ada')))
  await next()
})
app.use(requireAuth())

/** Routes in another file. */
const router = new Router<State>()
router.get('/account/:id', requireAuth({ acr: 'aal2', maxAge: 600 }), ctx => {
  const role: string = ctx.state.auth.session.role
  const acr: string | undefined = ctx.state.auth.session.acr
  ctx.body = { role, acr, id: ctx.params.id }
})
router.post('/sign-in', async ctx =>
  ctx.redirect(await ctx.state.auth.signIn({ provider: 'harbor', redirectTo: '/' })),
)
router.get('/sessions', async ctx => {
  const { sessions, api } = ctx.state.auth
  // TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
  await api.greeting.greet(1)
  // TS2339: Property 'other' does not exist
  void api.other
  ctx.body = await sessions.list()
})
app.use(router.routes())

/** An app without a type of its own, and other middleware. */
const untyped = new Koa()
untyped.use(auth)
untyped.use(requireAuth())

/** A configuration of its own type, and one per request. */
export function createApp(config: KoaAuthConfig) {
  const fixed = new Koa<KoaAuthState>()
  fixed.use(KoaAuth(config).auth)
  return fixed.use(async ctx => {
    const session: Session | null = await ctx.state.auth.getSession()
    ctx.body = session?.expires
  })
}
export const lazy = KoaAuth((ctx: ParameterizedContext) => ({
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc' as const, clientId: ctx.hostname }],
}))
new Koa().use(lazy.auth)

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = KoaAuth({ providers: {} })
