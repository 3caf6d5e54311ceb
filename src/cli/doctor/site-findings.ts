import type { FindingText } from './finding-text.js'

/** Findings of a running site. */
export const siteFindings = {
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
