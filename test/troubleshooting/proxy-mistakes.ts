import { type Mistake, sendThroughProxy } from './mistake.js'

export const proxyMistakes: Readonly<Record<string, Mistake>> = {
  'A proxy ends TLS and is not trusted': () =>
    sendThroughProxy(
      { trustedProxies: 0 },
      { 'x-forwarded-host': 'app.example', 'x-forwarded-proto': 'https' },
    ),
  'There are two proxies, and `trustedProxies` is not set': () =>
    sendThroughProxy({}, { 'x-forwarded-host': 'evil.example, app.example', 'x-forwarded-proto': 'https' }),
}
