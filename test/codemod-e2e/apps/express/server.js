import { ExpressAuth, getSession } from '@auth/express'
import express from 'express'
import { authConfig } from './auth.js'

const port = Number(process.env.PORT)
const app = express()

app.set('trust proxy', true)

app.use('/auth', ExpressAuth(authConfig))

app.get('/', async (req, res) => {
  const session = await getSession(req, authConfig)
  const { cookie = '' } = req.headers
  const forwarded = { 'x-forwarded-proto': req.protocol, 'x-forwarded-host': req.host }
  const csrf = await fetch(`http://localhost:${port}/auth/csrf`, { headers: { cookie, ...forwarded } })
  const { csrfToken } = await csrf.json()
  res.send(`<!doctype html>
    <p data-testid="user">${session?.user?.email ?? 'Not signed in'}</p>
    <a data-testid="sign-in" href="/auth/signin">Sign in</a>
    <form method="post" action="/auth/signout">
      <input type="hidden" name="csrfToken" value="${csrfToken}">
      <button data-testid="sign-out">Sign out</button>
    </form>`)
})

const server = app.listen(port, 'localhost')

process.once('SIGTERM', () => {
  server.close(() => process.exit())
  server.closeAllConnections()
})
