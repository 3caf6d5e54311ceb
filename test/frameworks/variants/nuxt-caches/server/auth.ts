import { SqlAdapter } from 'latchkey/adapters/sql'
import { authenticateUser } from './utils/users'

const adapter = SqlAdapter(process.env.DATABASE_URL ?? 'file:./app.db')

/** Each read extends the session, so that each response that depends on it has a cookie. */
export default defineAuthConfig({
  adapter,
  session: { strategy: process.env.SESSION_STRATEGY === 'jwt' ? 'jwt' : 'database', updateAge: 0 },
  providers: [
    {
      id: 'credentials',
      type: 'credentials',
      credentials: { email: {}, password: { type: 'password' } },
      authorize: ({ email, password }) => authenticateUser(adapter, String(email), String(password)),
    },
  ],
})
