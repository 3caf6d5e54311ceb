/** How bad a finding is: with an `error`, the app does not work or is not secure. */
export type FindingLevel = 'error' | 'warning'

/** What a finding means. */
export interface FindingText {
  readonly level: FindingLevel
  readonly cause: string
  readonly fix: string
  /** The page of the documentation, below `docs`. */
  readonly page: string
}

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

const siteFindings = {
  'site-unreachable': {
    level: 'error',
    cause: 'The site did not respond.',
    fix: 'Check that it runs, its URL with the port, and the certificate.',
    page: 'guides/deployment.md',
  },
  'site-base-path': {
    level: 'error',
    cause: 'The sign-in routes are not below this URL.',
    fix: 'Pass the URL with the base path, such as https://app.example/auth. If it is right, check the route and the proxy.',
    page: 'guides/deployment.md',
  },
  'site-redirect': {
    level: 'error',
    cause:
      'The site redirects this URL to another one, so callback URLs and cookies are those of the target.',
    fix: 'Use the target everywhere: in AUTH_URL, at the providers, and for this command.',
    page: 'guides/deployment.md',
  },
  'site-failure': {
    level: 'error',
    cause:
      'The site responded with status 500 or more. The configuration is wrong, or the host is not trusted.',
    fix: 'Read the log of the server: it names the option.',
    page: 'guides/troubleshooting.md',
  },
  'site-origin': {
    level: 'error',
    cause: 'The site builds URLs with another origin than the one that browsers use.',
    fix: 'Set AUTH_URL to the public URL, or `trustHost: true` and `trustedProxies` to the number of proxies.',
    page: 'guides/deployment.md',
  },
  'site-cookie-missing': {
    level: 'error',
    cause: 'The response with the CSRF token sets no cookie. A proxy or a cache removes it.',
    fix: 'Let the proxy pass Set-Cookie, and exclude the sign-in routes from the cache.',
    page: 'guides/deployment.md',
  },
  'site-cookie-attributes': {
    level: 'error',
    cause: 'A cookie of sign-in is not HttpOnly, not Secure on https, or has no SameSite.',
    fix: 'Set AUTH_URL to the https URL, and let the proxy pass cookies unchanged.',
    page: 'security.md',
  },
  'site-cookie-domain': {
    level: 'error',
    cause: 'A cookie is for another host, so browsers reject it.',
    fix: 'Correct the `domain` of the cookie, or the proxy that rewrites it.',
    page: 'reference/configuration.md#cookie-domain-mismatch',
  },
  'site-cookie-size': {
    level: 'warning',
    cause:
      'The cookies of one response have more than 4,096 characters, and some servers reject such headers.',
    fix: 'Store less in cookies, or use database sessions.',
    page: 'reference/configuration.md#session-cookie-large',
  },
  'site-csrf-cached': {
    level: 'error',
    cause: 'Two visitors got the same CSRF token: a cache serves the response of one to the other.',
    fix: 'Exclude the sign-in routes from the cache.',
    page: 'guides/deployment.md',
  },
  'site-cache-headers': {
    level: 'error',
    cause: 'A response that belongs to one visitor allows caches to keep it.',
    fix: 'Let the proxy pass Cache-Control of the sign-in routes unchanged.',
    page: 'guides/deployment.md',
  },
  'site-clock': {
    level: 'warning',
    cause: 'The clock of the server differs from that of this computer by more than a minute.',
    fix: 'Synchronize the clock of the server (NTP).',
    page: 'guides/troubleshooting.md',
  },
  'site-session': {
    level: 'error',
    cause:
      'The session of a new visitor is not null. A cache serves the session of another user, or the route is not that of Latchkey.',
    fix: 'Exclude the sign-in routes from the cache, and check the route.',
    page: 'guides/deployment.md',
  },
  'site-headers': {
    level: 'warning',
    cause: 'The sign-in page lacks headers that protect it from other sites. A proxy removes them.',
    fix: 'Let the proxy pass the headers of the sign-in routes unchanged.',
    page: 'recipes/content-security-policy.md',
  },
  'site-transport-security': {
    level: 'warning',
    cause: 'The site sends no Strict-Transport-Security, so the first request of a browser can use http.',
    fix: 'Let the proxy or the host send the header, such as max-age=31536000.',
    page: 'guides/deployment.md',
  },
  'site-sign-in': {
    level: 'error',
    cause: 'A sign-in at the provider cannot start.',
    fix: 'Run npx latchkey explain with this failure reference and the log of the server. The log names the option or the provider that failed.',
    page: 'guides/cli.md#explain-a-failure-that-a-user-reports',
  },
  'site-redirect-uri': {
    level: 'warning',
    cause: 'The site sends the provider another redirect URI than its callback URL.',
    fix: 'Set AUTH_URL to the public URL. It is right if `redirectProxyUrl` is that of another deployment.',
    page: 'guides/callback-url.md',
  },
  'site-insecure': {
    level: 'warning',
    cause: 'The site uses http, so everything that a user sends can be read.',
    fix: 'Use https.',
    page: 'guides/deployment.md',
  },
} as const satisfies Record<string, FindingText>

/** What each finding of `latchkey doctor` means. */
export const findingTexts = {
  ...packageFindings,
  ...environmentFindings,
  ...configurationFindings,
  ...schemaFindings,
  ...routeFindings,
  ...siteFindings,
}

export type FindingCode = keyof typeof findingTexts

/** A fault of a project or a site. It contains no secret. */
export interface Finding {
  readonly code: FindingCode
  /** Where it is: a file, a variable, a package or a URL. */
  readonly place: string
}
