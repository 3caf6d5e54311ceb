import { assertEqual } from '../contract/assert.js'
import { email, password } from './app-browser.js'
import type { IntegrationCheck } from './integration-check.js'

/** Headers of requests that no user made: of browsers, and of the routers of frameworks. */
const unrequested: readonly Readonly<Record<string, string>>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
  { 'next-router-prefetch': '1' },
  { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', referer: 'https://evil.example/' },
]

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const signInPath = `/sign-in?${new URLSearchParams({ email, password })}`

/** No request that the user has not made signs in or out. Only for integrations that have functions for it. */
export const actionChecks: readonly IntegrationCheck[] = [
  {
    title: 'signs in and out for a link that the user follows',
    async run({ open }) {
      const browser = await open()
      await browser.get(signInPath, navigation)
      await browser.assertEmail(email)
      await browser.get('/sign-out', navigation)
      await browser.assertEmail('visitor')
    },
  },
  ...unrequested.map(
    (headers): IntegrationCheck => ({
      title: `neither signs in nor out for a request that no user made: ${JSON.stringify(headers)}`,
      async run({ open, openSignedIn }) {
        const visitor = await open()
        await visitor.get(signInPath, headers)
        assertEqual(visitor.listSessionCookies(), [])
        const browser = await openSignedIn()
        await browser.get('/sign-out', headers)
        await browser.assertEmail(email)
      },
    }),
  ),
]
