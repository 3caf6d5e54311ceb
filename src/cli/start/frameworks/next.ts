import { toRelativeImport } from '../import-path.js'
import { renderConfigModule } from '../render-module.js'
import type { AppLayout, StartFramework } from '../start-types.js'

/** `proxy.ts`, or `middleware.ts` of Next.js 15 and older. */
function getProxyName({ getMajorVersion }: AppLayout): 'proxy' | 'middleware' {
  return (getMajorVersion('next') ?? 16) >= 16 ? 'proxy' : 'middleware'
}

export const next: StartFramework = {
  name: 'Next.js',
  dependency: 'next',
  basePath: '/api/auth',
  port: 3000,
  guide: 'frameworks/next',
  environmentFile: '.env.local',
  newApp: {
    createCommands: ['npx create-next-app@latest my-app --yes && cd my-app'],
    packages: [],
    startCommand: 'npm run dev',
    createFiles: () => [
      {
        path: 'app/page.tsx',
        language: 'tsx',
        text: `import { auth } from '@/auth'

export default async function Page() {
  const session = await auth()
  if (!session) return <form action="/api/auth/signin"><button>Sign in</button></form>
  return (
    <form action="/api/auth/signout">
      Signed in as {session.user?.name ?? session.user?.email} <button>Sign out</button>
    </form>
  )
}
`,
      },
    ],
  },
  getAuthPath: ({ sourceFolder, extension }) => `${sourceFolder}auth.${extension}`,
  createFiles(config, layout) {
    const { sourceFolder, extension, hasAlias } = layout
    const authPath = next.getAuthPath(layout)
    const routePath = `${sourceFolder}app/api/auth/[...nextauth]/route.${extension}`
    const module = hasAlias ? '@/auth' : toRelativeImport(routePath, authPath)
    return [
      {
        path: authPath,
        language: extension,
        text: renderConfigModule(config, {
          type: 'NextAuthConfig',
          factory: 'NextAuth',
          module: 'latchkey/next',
          isDefault: true,
          results: ['handlers', 'auth', 'requireAuth', 'signIn', 'signOut'],
          extension,
        }),
      },
      {
        path: routePath,
        language: extension,
        text: `import { handlers } from '${module}'\n\nexport const { GET, POST } = handlers\n`,
      },
    ]
  },
  listNotes: () => [
    'Next.js does not pass the address of the client. In production, set `trustedProxies` to the number of your proxies, so that limits of attempts count by client.',
  ],
  createSharedFiles(layout) {
    const name = getProxyName(layout)
    return [
      {
        path: `${layout.sourceFolder}${name}.${layout.extension}`,
        language: layout.extension,
        text: `export { auth as ${name} } from './auth'

export const config = { matcher: ['/((?!api/auth/|_next/static/|_next/image).*)'] }
`,
        instruction: `Wrap your function in \`auth\`, which extends the session: \`export const ${name} = auth(request => { ... })\`.`,
      },
    ]
  },
}
