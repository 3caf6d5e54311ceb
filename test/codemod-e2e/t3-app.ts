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

const fontFace =
  "@font-face { font-family: 'Geist'; src: url(https://fonts.example/geist.woff2) format('woff2') }"

/** Creates an app with the T3 stack: Next.js, tRPC, Drizzle and NextAuth, and adds Harbor to its providers. */
export function createT3App(router: 'app' | 'pages', folder: string): void {
  const options = ['--CI', '--nextAuth', '--drizzle', '--trpc', '--dbProvider', 'sqlite']
  const routing = ['--appRouter', String(router === 'app'), '--noGit', '--noInstall']
  run('npx', ['--yes', 'create-t3-app@7.40.0', 'before', ...options, ...routing], join(folder, '..'))
  const path = join(folder, 'src/server/auth/config.ts')
  const config = readFileSync(path, 'utf8')
  writeFileSync(path, config.replace(/ {4}DiscordProvider,/, `$&${harborProvider}`))
  // The build must not download the fonts of the template: Next.js asks this module for their style sheets.
  const fonts = `${folder}-fonts.cjs`
  writeFileSync(fonts, `module.exports = new Proxy({}, { get: () => ${JSON.stringify(fontFace)} })`)
  const env = {
    AUTH_DISCORD_ID: 'id',
    AUTH_DISCORD_SECRET: 'secret',
    // Outside of the app, so that the app before and after the migration use the same database.
    DATABASE_URL: `file:${folder}.sqlite`,
    NEXT_FONT_GOOGLE_MOCKED_RESPONSES: fonts,
  }
  for (const [name, value] of Object.entries(env))
    appendFileSync(join(folder, '.env'), `\n${name}="${value}"`)
}
