import { normalizeDomain } from './cookie-domain.js'

/**
 * Domains whose subdomains belong to different owners. Browsers reject cookies for them. The list of browsers has several thousand. These
 * are common for apps.
 */
const publicSuffixes: ReadonlySet<string> = new Set(
  (
    'vercel.app now.sh netlify.app pages.dev workers.dev github.io gitlab.io herokuapp.com fly.dev onrender.com up.railway.app ' +
    'azurewebsites.net azurestaticapps.net cloudfront.net run.app web.app firebaseapp.com appspot.com deno.dev deno.net ' +
    'ondigitalocean.app amplifyapp.com elasticbeanstalk.com surge.sh ngrok.io ngrok.app ngrok-free.app trycloudflare.com ' +
    'stackblitz.io webcontainer.io replit.app replit.dev repl.co glitch.me edgeone.app ' +
    'co.uk org.uk ac.uk gov.uk com.au net.au org.au co.nz co.jp ne.jp or.jp com.br com.cn com.mx com.ar com.tr com.sg com.hk ' +
    'com.tw co.kr co.in co.za co.il'
  ).split(' '),
)

/** Returns why no browser accepts a cookie with this `domain`, or null. */
export function findCookieDomainFault(domain: unknown): string | null {
  if (typeof domain !== 'string') return 'is not text'
  const host = normalizeDomain(domain)
  if (/^[a-z][a-z\d+.-]*:\/\//.test(host)) return 'is a URL'
  if (/:\d*$/.test(host)) return 'has a port'
  if (host.includes('*')) return 'has a `*`, although the domain always includes its subdomains'
  if (/[^\0-\x7f]/.test(host)) return 'must be written in ASCII (`xn--`)'
  if (!hostPattern.test(host)) return 'is not the name of a host'
  if (host !== 'localhost' && !host.includes('.')) return 'is a top-level domain'
  return publicSuffixes.has(host) ? 'is shared by the sites of others, so browsers reject it' : null
}

const hostPattern = /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]*[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]*[a-z\d_])?)*$/
