import { MemoryAdapter } from 'latchkey/adapters/memory'
import NextAuth from 'latchkey/next'
import Nodemailer from 'latchkey/providers/nodemailer'

const closedPort = process.env.CLOSED_PORT ?? '60000'

/** Its email server and its OpenID provider do not answer. */
export const { handlers, signIn } = NextAuth({
  basePath: '/failing/auth',
  adapter: MemoryAdapter(),
  logger: { error: () => {} },
  providers: [
    Nodemailer({ server: `smtp://localhost:${closedPort}`, from: 'no-reply@app.example' }),
    {
      id: 'silent',
      name: 'Silent',
      type: 'oidc',
      issuer: `http://localhost:${closedPort}`,
      clientId: 'next',
      clientSecret: 'secret',
    },
  ],
})
