/**
 * Starts Harbor, the OpenID provider of the playground, and a mail server that prints received emails. Then runs the given
 * command with the environment variables of the examples. All processes end together.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { startMailServer } from '../playground/mail-server.js'
import { startOpenIdProvider } from '../playground/openid-provider.js'

const [command, ...args] = process.argv.slice(2)
const port = Number(process.env.PORT ?? 3000)
const origin = `http://localhost:${port}`

const harbor = await startOpenIdProvider({
  port: port + 1000,
  redirectUris: [`${origin}/auth/callback/harbor`, `${origin}/api/auth/callback/harbor`],
})
const mailServer = await startMailServer({ port: port + 2000, onEmail: printEmail })

const child = spawn(command, args, {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: {
    PORT: String(port),
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    AUTH_TRUST_HOST: 'true',
    AUTH_HARBOR_ISSUER: harbor.issuer,
    AUTH_HARBOR_ID: harbor.clientId,
    AUTH_HARBOR_SECRET: harbor.clientSecret,
    EMAIL_SERVER: mailServer.url,
    EMAIL_FROM: 'no-reply@app.example',
    ...process.env,
  },
})

child.once('exit', code => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))

function printEmail({ to, subject, link }) {
  console.log(`\nEmail to ${to}: ${subject}\n${link ?? ''}\n`)
}
