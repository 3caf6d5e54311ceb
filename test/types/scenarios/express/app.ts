import express, { type Request, type RequestHandler } from 'express'
import {
  ExpressAuth,
  type ExpressAuthConfig,
  getSession,
  type InferSession,
  requireAuth,
  type Session,
} from 'latchkey/express'
import type { GuardedSession } from 'latchkey/types'

const config = {
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
} satisfies ExpressAuthConfig

const app = express()
const router = express.Router()

app.use('/auth', ExpressAuth(config))
app.use(ExpressAuth(config))
app.all('/auth/*splat', ExpressAuth(config))
app.use(
  '/:tenant/auth',
  express.json(),
  ExpressAuth((req: Request) => ({ ...config, basePath: req.hostname })),
)
app.use(
  '/later',
  ExpressAuth(async req => ({ ...config, basePath: req.originalUrl })),
)
router.use(ExpressAuth(config))

app.get('/', async (req, res) => {
  const session = (await getSession(req, config, res)) ?? (await getSession(req, config, null))
  await getSession(req, config)
  const role: string | undefined = session?.role
  const plain: Session | null = session
  res.json({ role, plain })
  // TS2339: Property 'rank' does not exist
  res.json(session?.rank)
})

app.get('/account', requireAuth(config), (_req, res) => {
  const id: string = res.locals.session.user.id
  const role: string = res.locals.session.role
  // TS2339: Property 'rank' does not exist
  res.json({ id, role, rank: res.locals.session.rank })
})

/** Handlers of other places, which name their locals. */
const handler: RequestHandler = (req, res) => void res.json({ url: req.url, session: res.locals['session'] })
const ownLocals: RequestHandler<
  object,
  unknown,
  unknown,
  object,
  { session: GuardedSession<InferSession<typeof config>> }
> = (_req, res) => void res.json(res.locals.session.user.id)
const guard: RequestHandler = requireAuth(config, { maxAge: 600 })
app.use('/billing', guard, handler)
app.use('/orders', requireAuth(config), handler)
app.use('/plan', requireAuth(config), ownLocals)
router.use(requireAuth(config))
app.use((req, res, next) => void requireAuth(config)(req, res, next))

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = ExpressAuth({ providers: {} })
