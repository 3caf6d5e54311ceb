import express, { type Request } from 'express'
import { ExpressAuth, type ExpressAuthConfig, getSession, type Session } from 'latchkey/express'

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

// TS2740: missing the following properties from type 'Provider[]'
export const wrong = ExpressAuth({ providers: {} })
