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
  'site-cookie-rejected': {
    level: 'error',
    cause: 'A cookie has more than 4,096 bytes, so browsers do not store it.',
    fix: 'Store less in it, or in a database.',
    page: 'reference/configuration.md#session-cookie-large',
  },
  'site-cookie-header': {
    level: 'warning',
    cause:
      'The cookies of a sign-in have more than 8,190 characters in one request, and nginx and Apache reject such headers by default.',
    fix: 'Remove cookies of other software, or raise the limit of the proxy, such as large_client_header_buffers.',
    page: 'reference/configuration.md#session-cookie-large',
  },
  'site-cookie-prefix': {
    level: 'error',
    cause:
      'A cookie whose name begins with __Host- has a Domain, or a Path other than /, so browsers reject it.',
    fix: 'Let the proxy pass cookies unchanged, or choose another name in `cookies`.',
    page: 'reference/configuration.md#cookie-domain-mismatch',
  },
  'site-cookie-path': {
    level: 'error',
    cause: 'The Path of a cookie is not that of the sign-in routes, so browsers do not send it back.',
    fix: 'Let the proxy pass cookies unchanged, or set `path` of the cookie to /.',
    page: 'guides/deployment.md',
  },
  'site-cookie-secure': {
    level: 'error',
    cause: 'A cookie is Secure, and the URL of the site is http, so browsers do not store it.',
    fix: 'Use https. Set `useSecureCookies` to false only if the site has none.',
    page: 'guides/deployment.md',
  },
  'site-cookie-cross-site': {
    level: 'error',
    cause:
      'A cookie of the sign-in is SameSite=Strict, or not SameSite=None although the provider returns by form_post. Browsers do not send it when the provider returns.',
    fix: 'Let the proxy pass SameSite unchanged, and remove `sameSite` of `state`, `nonce` and `pkceCodeVerifier` in `cookies`.',
    page: 'reference/contract.md#check-cookies',
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
  'site-provider-host': {
    level: 'warning',
    cause:
      'The site redirects browsers to a host that only the server knows, such as localhost or the name of a container.',
    fix: 'Set the issuer, or `authorization`, to the URL of the provider that browsers open.',
    page: 'guides/troubleshooting.md#the-provider-is-not-running',
  },
  'site-provider-unsupported': {
    level: 'warning',
    cause:
      'The discovery document of the provider does not list the response type, the response mode or the PKCE method that the site requests.',
    fix: 'Set `checks` and `authorization.params` of the provider to what it supports, or use another endpoint of the provider.',
    page: 'reference/contract.md#check-cookies',
  },
  'site-insecure': {
    level: 'warning',
    cause: 'The site uses http, so everything that a user sends can be read.',
    fix: 'Use https.',
    page: 'guides/deployment.md',
  },
} as const satisfies Record<string, FindingText>
