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
// The client needs no bundler: pages load its modules as they are, by the import map in `views/head.ejs`.
app.use('/latchkey', express.static(fileURLToPath(new URL('..', import.meta.resolve('latchkey/client')))))

app.use('/auth', ExpressAuth(authConfig))
app.use(withSession)
app.use('/protected', withGuardSetting('before', requireSession))
app.use('/', pages)

app.use((_req, res) => {
  res.status(404).render('problem', { problem: 'There is no such page.' })
})

// Express knows an error handler by its four parameters.
app.use((error, _req, res, _next) => {
  console.error(error)
  // While nobody can say who is there, nobody is signed out either: the next try may work, and no page calls them a stranger.
  const status = error.type === 'SessionUnavailable' ? 503 : 500
  res.status(status).type('text').send('Something went wrong. Please try again.')
})
