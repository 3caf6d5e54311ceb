import type { FindingText } from './finding-text.js'
import { siteFindings } from './site-findings.js'

const packageFindings = {
  'latchkey-missing': {
    level: 'error',
    cause: 'package.json does not list latchkey.',
    fix: 'Install it: npm install latchkey. In a monorepo, run this command in the folder of the app.',
    page: 'guides/getting-started.md',
  },
  'packages-not-installed': {
    level: 'error',
    cause: 'package.json lists latchkey, but it is not installed.',
    fix: 'Run the install command of your package manager.',
    page: 'guides/getting-started.md',
  },
  'latchkey-duplicated': {
    level: 'error',
    cause: 'Two copies of latchkey are installed. Errors and sessions of one are unknown to the other.',
    fix: 'Set the same version everywhere, then run `npm dedupe`, or delete node_modules and install again.',
    page: 'guides/troubleshooting.md',
  },
  'authjs-installed': {
    level: 'warning',
    cause: 'A package of Auth.js is installed beside latchkey.',
    fix: 'Run npx latchkey migrate-imports, then remove the package.',
    page: 'guides/migrate-from-authjs.md',
  },
  'authjs-imported': {
    level: 'error',
    cause: 'A source imports Auth.js. Its sessions and providers are not those of Latchkey.',
    fix: 'Run npx latchkey migrate-imports.',
    page: 'guides/migrate-from-authjs.md',
  },
  'peer-missing': {
    level: 'error',
    cause: 'A subpath of latchkey is imported, and the package that it needs is not in package.json.',
    fix: 'Install the package that the finding names.',
    page: 'guides/adapters.md',
  },
  'node-unsupported': {
    level: 'error',
    cause: 'The version of Node is older than 20.19.',
    fix: 'Use Node 20.19 or newer: update it, .nvmrc or .node-version.',
    page: 'guides/getting-started.md',
  },
  'folder-unreadable': {
    level: 'warning',
    cause: 'A folder or a file of the project cannot be read, so it was not checked.',
    fix: 'Change its owner or its permissions, or run the command as its owner.',
    page: 'guides/cli.md#find-mistakes-in-a-project',
  },
  'integration-mismatch': {
    level: 'error',
    cause: 'A source imports the integration of a framework that package.json does not list.',
    fix: 'Import the integration of your framework.',
    page: 'guides/getting-started.md',
  },
} as const satisfies Record<string, FindingText>

const environmentFindings = {
  'secret-missing': {
    level: 'error',
    cause: 'AUTH_SECRET is not set, and the configuration has no `secret`.',
    fix: 'Run npx latchkey secret --write, and set another secret in production.',
    page: 'reference/configuration.md#auth_secret',
  },
  'secret-short': {
    level: 'error',
    cause:
      'A secret has fewer than 32 characters and may be guessed. Older ones, such as AUTH_SECRET beside AUTH_SECRET_1, open sessions too.',
    fix: 'Print a new one with npx latchkey secret, and rotate.',
    page: 'recipes/rotate-the-secret.md',
  },
  'secret-placeholder': {
    level: 'error',
    cause: 'A secret is the text of an example. Anyone can issue sessions with it.',
    fix: 'Print a new one with npx latchkey secret.',
    page: 'reference/configuration.md#auth_secret',
  },
  'secret-public': {
    level: 'error',
    cause: 'A variable with a secret has a prefix with which bundlers copy it into the code of the browser.',
    fix: 'Rename the variable, and replace the secret: it may have been published.',
    page: 'security.md',
  },
  'secret-in-source': {
    level: 'error',
    cause: 'A source contains `secret` as a text.',
    fix: 'Move it to AUTH_SECRET, and replace it: it is in the version control.',
    page: 'reference/configuration.md#auth_secret',
  },
  'url-invalid': {
    level: 'error',
    cause: 'AUTH_URL is not a URL with http:// or https://, so it has no effect.',
    fix: 'Set it to the public URL of the site.',
    page: 'reference/configuration.md#env-url-invalid',
  },
  'url-path': {
    level: 'error',
    cause: 'AUTH_URL has a path that is not the base path of the sign-in routes.',
    fix: 'Set AUTH_URL to the origin of the site, such as https://app.example.',
    page: 'reference/configuration.md#env-url-basepath-redundant',
  },
  'url-insecure': {
    level: 'warning',
    cause: 'AUTH_URL is http, so cookies are not `Secure`.',
    fix: 'Set AUTH_URL to the https URL of the site.',
    page: 'guides/deployment.md',
  },
  'url-localhost': {
    level: 'error',
    cause: 'AUTH_URL is the local computer, and NODE_ENV is production.',
    fix: 'Set AUTH_URL to the public URL of the site.',
    page: 'guides/deployment.md',
  },
  'value-wrapped': {
    level: 'warning',
    cause: 'A variable has white space or quotes around its value.',
    fix: 'Remove them. Docker keeps the quotes of an --env-file.',
    page: 'reference/configuration.md#env-value-wrapped',
  },
  'boolean-invalid': {
    level: 'warning',
    cause: 'AUTH_TRUST_HOST is neither true nor false, and counts as false.',
    fix: 'Set it to true or false.',
    page: 'reference/configuration.md#env-boolean-invalid',
  },
  'provider-variable-missing': {
    level: 'error',
    cause: 'A provider has no client id or client secret.',
    fix: 'Set the variable that the finding names, or the option of the provider.',
    page: 'reference/configuration.md#environment-variables',
  },
  'database-variable-missing': {
    level: 'error',
    cause: 'The configuration reads DATABASE_URL without a default, and it is not set.',
    fix: 'Set DATABASE_URL in the environment, .env.local or .env.',
    page: 'guides/adapters.md',
  },
} as const satisfies Record<string, FindingText>

const configurationFindings = {
  'configuration-missing': {
    level: 'error',
    cause: 'No source imports latchkey.',
    fix: 'Create the configuration.',
    page: 'guides/getting-started.md',
  },
  'adapter-missing': {
    level: 'error',
    cause: 'Magic links, passkeys and database sessions need an adapter, and the configuration has none.',
    fix: 'Set `adapter`, such as SqlAdapter.',
    page: 'guides/adapters.md',
  },
  'authorize-missing': {
    level: 'error',
    cause: 'A credentials provider has no `authorize`.',
    fix: 'Set `authorize`, which returns the user or null.',
    page: 'guides/getting-started.md',
  },
  'csrf-check-skipped': {
    level: 'warning',
    cause: '`skipCSRFCheck` turns CSRF protection off.',
    fix: 'Remove it, or verify the origin of every POST yourself.',
    page: 'reference/configuration.md#csrf-disabled',
  },
  'dangerous-linking': {
    level: 'warning',
    cause:
      '`allowDangerousEmailAccountLinking` links accounts by an email address that a provider may not have verified.',
    fix: 'Remove it, unless the provider verifies all email addresses.',
    page: 'reference/configuration.md#oauth-allowdangerousemailaccountlinking',
  },
} as const satisfies Record<string, FindingText>

const adapterFindings = {
  'adapter-peer': {
    level: 'warning',
    cause: 'A published adapter is installed for other versions of a package than the one that is installed.',
    fix: 'Update the adapter, or install a version of the package that it supports.',
    page: 'guides/adapters.md#use-a-published-adapter',
  },
  'adapter-method-missing': {
    level: 'error',
    cause:
      'The installed version of the adapter lacks methods of a sign-in method that is configured: passkeys or magic links.',
    fix: 'Update the adapter, add the methods to it, or use another adapter.',
    page: 'guides/adapters.md#results',
  },
  'records-missing': {
    level: 'error',
    cause:
      'A plugin needs a record store. Published adapters have none, and the configuration has no `records`.',
    fix: 'Use withPrismaRecords or withDrizzleRecords, or set `records`.',
    page: 'guides/adapters.md#store-records',
  },
  'records-database': {
    level: 'error',
    cause: 'The record store of Prisma does not support MongoDB, and that of Drizzle does not support MySQL.',
    fix: 'Set `records` to those of SqlAdapter or RedisAdapter.',
    page: 'guides/adapters.md#store-records',
  },
} as const satisfies Record<string, FindingText>

const schemaFindings = {
  'schema-model-missing': {
    level: 'error',
    cause:
      'The schema of Prisma lacks a model, or that of Drizzle a table, that the adapter or the record store uses.',
    fix: 'Run npx latchkey generate prisma --write or npx latchkey generate drizzle --write, then migrate the database.',
    page: 'guides/cli.md#generate-a-schema',
  },
  'schema-field-missing': {
    level: 'error',
    cause:
      'A model of Prisma or a table of Drizzle lacks a field that the adapter or the record store reads or writes.',
    fix: 'Add the field, as npx latchkey generate prisma or npx latchkey generate drizzle prints it, and migrate the database.',
    page: 'guides/cli.md#generate-a-schema',
  },
  'schema-unique-missing': {
    level: 'error',
    cause:
      'A model of Prisma or a table of Drizzle has no unique key of the fields by which it is read. Prisma rejects the query, or two requests store the same record twice.',
    fix: 'Add @unique or @@unique in Prisma, .unique() or primaryKey in Drizzle, and migrate the database. Drizzle drops keys that an object in an array has.',
    page: 'guides/adapters.md#add-missing-unique-indexes',
  },
} as const satisfies Record<string, FindingText>

const routeFindings = {
  'route-missing': {
    level: 'error',
    cause: 'No route handles the requests of sign-in.',
    fix: 'Create the route of your framework: app/api/auth/[...nextauth]/route.ts in Next.js, ExpressAuth in Express, hooks.server.ts in SvelteKit.',
    page: 'guides/getting-started.md',
  },
  'route-path': {
    level: 'error',
    cause: 'The route handler is not at the base path, so it gets no request.',
    fix: 'Move it to app/api/auth/[...nextauth]/route.ts, or set `basePath` to its path.',
    page: 'frameworks/next.md',
  },
  'route-not-catch-all': {
    level: 'error',
    cause: 'The route handler accepts one path only, and sign-in needs all paths below it.',
    fix: 'Move it into a folder [...nextauth].',
    page: 'frameworks/next.md',
  },
  'route-methods': {
    level: 'error',
    cause: 'The route handler does not export both GET and POST.',
    fix: 'Write: export const { GET, POST } = handlers.',
    page: 'frameworks/next.md',
  },
  'proxy-folder': {
    level: 'error',
    cause: 'proxy.ts or middleware.ts is in a folder in which the framework ignores it.',
    fix: 'Move it beside the folder app: to src if the app is in src, else to the root.',
    page: 'frameworks/next.md',
  },
  'proxy-name': {
    level: 'error',
    cause:
      'This version of Next.js ignores the file: it is proxy.ts from Next 16 on, and middleware.ts before.',
    fix: 'Rename the file.',
    page: 'frameworks/next.md',
  },
  'proxy-twice': {
    level: 'error',
    cause: 'The app has both proxy.ts and middleware.ts.',
    fix: 'Keep one: proxy.ts from Next 16 on.',
    page: 'frameworks/next.md',
  },
  'hooks-folder': {
    level: 'error',
    cause: 'hooks.server.ts is in a folder in which SvelteKit ignores it.',
    fix: 'Move it to src/hooks.server.ts.',
    page: 'frameworks/sveltekit.md',
  },
  'hooks-handle': {
    level: 'error',
    cause: 'src/hooks.server.ts does not export `handle`.',
    fix: 'Export the `handle` of SvelteKitAuth, alone or in `sequence`.',
    page: 'frameworks/sveltekit.md',
  },
} as const satisfies Record<string, FindingText>

const protectionFindings = {
  'action-unprotected': {
    level: 'note',
    cause:
      'An action in a folder whose page or layout requires a session never reads the session. The check of a page or a layout does not protect actions.',
    fix: 'Read the session in the action and reject visitors without one, unless any visitor may call it.',
    page: 'guides/cli.md#protect-pages-and-actions-that-a-note-names',
  },
  'page-unprotected': {
    level: 'note',
    cause:
      'A page loads data without reading the session, and only a layout requires one. The data of a page can be requested without its layout.',
    fix: 'Read the session in the page, or protect the page in proxy.ts or hooks.server.ts.',
    page: 'guides/cli.md#protect-pages-and-actions-that-a-note-names',
  },
  'matcher-incomplete': {
    level: 'note',
    cause:
      '`matcher` in proxy.ts or middleware.ts selects a path, but not a page below it, and that page never reads the session.',
    fix: "Write '/dashboard/:path*' instead of '/dashboard'.",
    page: 'guides/cli.md#protect-pages-and-actions-that-a-note-names',
  },
} as const satisfies Record<string, FindingText>

/** What each finding of `latchkey doctor` means. */
export const findingTexts = {
  ...packageFindings,
  ...environmentFindings,
  ...configurationFindings,
  ...adapterFindings,
  ...schemaFindings,
  ...routeFindings,
  ...protectionFindings,
  ...siteFindings,
}

export type FindingCode = keyof typeof findingTexts

/** A fault of a project or a site. It contains no secret. */
export interface Finding {
  readonly code: FindingCode
  /** Where it is: a file, a variable, a package or a URL. */
  readonly place: string
}
