import { fileURLToPath } from 'node:url'
import express from 'express'
import { ExpressAuth } from 'latchkey/express'
import { authConfig } from './auth.js'
import { requireSession } from './middleware/require-session.js'
import { withSession } from './middleware/with-session.js'
import { pages } from './routes/index.js'
import { withGuardSetting } from './test-settings.js'

const here = path => fileURLToPath(new URL(path, import.meta.url))

export const app = express()

app.set('views', here('views'))
app.set('view engine', 'ejs')
app.use(express.static(here('public')))
// Pages load the client modules without a bundler, through the import map in `views/head.ejs`.
app.use('/latchkey', express.static(fileURLToPath(new URL('..', import.meta.resolve('latchkey/client')))))

app.use('/auth', ExpressAuth(authConfig))

// Caches may keep this page, because it comes before the session is read.
app.get('/cached', (_req, res) => {
  res.set('cache-control', 'public, max-age=0, s-maxage=60')
  res.render('cached', { time: new Date().toISOString() })
})

app.use(withSession)
app.use('/protected', withGuardSetting('middleware', requireSession))
app.use('/files', requireSession, express.static(here('files'), { maxAge: '1m' }))
app.use('/', pages)

app.use((_req, res) => {
  res.status(404).render('error', { message: 'Page not found' })
})

// Express recognizes an error handler by its four parameters.
app.use((error, _req, res, _next) => {
  console.error(error)
  // If the session is unavailable, the response is 503 and the cookie stays, so the next request can succeed.
  const status = error.type === 'SessionUnavailable' ? 503 : 500
  res.status(status).type('text').send('Something went wrong. Please try again.')
})
