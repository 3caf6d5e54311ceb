import { type Case, change, environment, next, sveltekit } from './doctor-app.js'
import type { Files } from './temp-app.js'

const guard = "const session = await auth()\n  if (!session?.user) redirect('/signin')\n"
const imports = "import { redirect } from 'next/navigation'\nimport { auth } from '@/auth'\n"
const layout = `${imports}export default async function Layout({ children }) {\n  ${guard}  return children\n}\n`
const page = (code: string) => `export default async function Page() {\n  ${code}\n  return <p />\n}\n`
const action = (code: string, more = '') =>
  `'use server'\nimport { db } from '@/db'\n${more}export async function save(form) {\n  ${code}\n}\n`
const database = { 'db.ts': "import { Pool } from 'pg'\nexport const db = new Pool()\n" }

/** An app of Next.js with a protected folder. */
const createNext = (files: Files, removed: readonly string[] = ['proxy.ts']): Files =>
  change(
    next,
    {
      'package.json': '{"dependencies": {"latchkey": "*", "next": "16", "pg": "8", "ui": "workspace:*"}}',
      'app/account/layout.tsx': layout,
      ...database,
      ...files,
    },
    removed,
  )

const createKit = (files: Files): Files =>
  change(sveltekit, {
    'src/routes/account/+layout.server.ts':
      "import { redirect } from '@sveltejs/kit'\nexport async function load({ locals }) {\n  const session = await locals.auth()\n  if (!session) redirect(303, '/signin')\n  return { session }\n}\n",
    'src/lib/db.ts': 'export const db = open()\n',
    ...files,
  })
const kitPage = (code: string) => `import { db } from '$lib/db'\n${code}\n`

const createMatcherApp = (matcher: string, files: Files = {}): Files =>
  change(next, {
    'proxy.ts': `export { auth as proxy } from './auth'\nexport const config = { matcher: ${matcher} }\n`,
    'app/dashboard/page.tsx': page('list()'),
    'app/dashboard/(settings)/billing/page.tsx': page('list()'),
    ...files,
  })

export const healthyProtection: readonly [title: string, files: Files][] = [
  ['a page that checks the session, too', createNext({ 'app/account/page.tsx': `${imports}${page(guard)}` })],
  ['a page without data', createNext({ 'app/account/page.tsx': 'export default function Page() {}\n' })],
  [
    'pages and actions that the proxy can protect',
    createNext(
      {
        'app/account/page.tsx': `import { db } from '@/db'\n${page('await db.list()')}`,
        'app/account/actions.ts': action('await db.insert(form)'),
      },
      [],
    ),
  ],
  [
    'a layout with the name of the user, and languages',
    createNext({
      'app/account/layout.tsx': `${imports}export default async function Layout({ locale }) {\n  const session = await auth()\n  if (!locales.includes(locale)) notFound()\n}\n`,
      'app/account/page.tsx': page('await list()'),
    }),
  ],
  ['an action that reads the session', createNext({ 'app/account/actions.ts': action('await auth()') })],
  [
    'an action whose data are read by the session',
    createNext({
      'app/account/actions.ts': action('await store()', "import { store } from './store'\n"),
      'app/account/store.ts': "import { auth } from '@/auth'\nexport const store = async () => auth()\n",
    }),
  ],
  [
    'an action that calls a package of the monorepo',
    createNext({ 'app/account/actions.ts': action('await store()', "import { store } from 'ui'\n") }),
  ],
  [
    'an action with an alias that is not known',
    createNext({
      'app/account/actions.ts': action('await store()', "import { store } from '#server/store'\n"),
    }),
  ],
  ['an action in a public folder', createNext({ 'app/contact/actions.ts': action('await db.insert(form)') })],
  [
    'a form action that reads the session',
    createKit({
      'src/routes/account/+page.server.ts': kitPage(
        'export const actions = { default: ({ locals }) => save(locals) }',
      ),
    }),
  ],
  [
    'a page that waits for its layout',
    createKit({
      'src/routes/account/+page.server.ts': kitPage(
        'export const load = async ({ parent }) => (await parent(), db.list())',
      ),
    }),
  ],
  [
    'a form action that the hook protects',
    createKit({
      'src/routes/account/+page.server.ts': kitPage('export const actions = { default: () => db.save() }'),
      'src/hooks.server.ts':
        "export const handle = ({ event, resolve }) => event.route.id?.startsWith('/account') ? check(event) : resolve(event)\n",
    }),
  ],
  ['a matcher of a folder', createMatcherApp("['/dashboard/:path*']")],
  ['two matchers', createMatcherApp("['/dashboard', '/dashboard/billing']")],
  ['a matcher with a pattern', createMatcherApp("['/dashboard', '/((?!api).*)']")],
  [
    'a matcher of a proxy that only redirects',
    createMatcherApp("'/dashboard'", {
      'proxy.ts':
        "import { NextResponse } from 'next/server'\nexport const proxy = request => NextResponse.redirect(new URL('/', request.url))\nexport const config = { matcher: '/dashboard' }\n",
    }),
  ],
  [
    'a page below that checks the session itself',
    createMatcherApp("'/dashboard'", { 'app/dashboard/(settings)/layout.tsx': layout }),
  ],
]

export const protectionCases: readonly Case[] = [
  [
    'a server action without a check',
    'action-unprotected',
    createNext({ 'app/account/settings/actions.ts': action('await db.insert(form)') }),
    environment,
    'app/account/settings/actions.ts',
  ],
  [
    'a page that only its layout protects',
    'page-unprotected',
    createNext({ 'app/account/orders/page.tsx': `import { db } from '@/db'\n${page('await db.list()')}` }),
    environment,
    'app/account/orders/page.tsx',
  ],
  [
    'a form action of SvelteKit without a check',
    'action-unprotected',
    createKit({
      'src/routes/account/+page.server.ts': kitPage(
        'export const actions = { default: async ({ request }) => db.save(request) }',
      ),
    }),
    environment,
    'src/routes/account/+page.server.ts',
  ],
  [
    'a page of SvelteKit that only its layout protects',
    'page-unprotected',
    createKit({
      'src/routes/account/orders/+page.server.ts': kitPage('export const load = async () => db.list()'),
    }),
    environment,
    'src/routes/account/orders/+page.server.ts',
  ],
  [
    'a matcher without the pages below',
    'matcher-incomplete',
    createMatcherApp("['/dashboard', '/admin/:path*']"),
    environment,
    'proxy.ts: /dashboard is not /dashboard/billing',
  ],
]
