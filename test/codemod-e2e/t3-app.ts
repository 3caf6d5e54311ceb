import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../unit/bundle/packed.js'

const harborProvider = `
    {
      id: "harbor",
      name: "Harbor",
      type: "oidc",
      checks: ["pkce", "state", "nonce"],
    },`

/** Creates an app with the T3 stack: Next.js, tRPC, Drizzle and NextAuth, and adds Harbor to its providers. */
export function createT3App(router: 'app' | 'pages', folder: string): void {
  const options = ['--CI', '--nextAuth', '--drizzle', '--trpc', '--dbProvider', 'sqlite']
  const routing = ['--appRouter', String(router === 'app'), '--noGit', '--noInstall']
  run('npx', ['--yes', 'create-t3-app@7.40.0', 'before', ...options, ...routing], join(folder, '..'))
  const path = join(folder, 'src/server/auth/config.ts')
  const config = readFileSync(path, 'utf8')
  writeFileSync(path, config.replace(/ {4}DiscordProvider,/, `$&${harborProvider}`))
  // The database is outside of the app, so that the app before and after the migration use the same one.
  const env = { AUTH_DISCORD_ID: 'id', AUTH_DISCORD_SECRET: 'secret', DATABASE_URL: `file:${folder}.sqlite` }
  for (const [name, value] of Object.entries(env))
    appendFileSync(join(folder, '.env'), `\n${name}="${value}"`)
}
