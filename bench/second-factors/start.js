/**
 * Compares what Latchkey and Better Auth do with a user who has a second factor: on each way to sign in, and with a code that was used
 * before. Both run in this process, with stores in memory. Each line has new sites. Prints a table.
 *
 * @module
 */
import { createBetterAuthSite } from './better-auth.js'
import { createLatchkeySite } from './latchkey.js'
import { startProvider } from './provider.js'
import { loadSoftAuthenticator } from './soft-authenticator.js'
import { createTotpCode } from './totp.js'

const origin = 'http://localhost:3000'
const email = 'ada@example.com'
const ways = [
  'a password',
  'a username and password',
  'an email link',
  'a code by email',
  'OAuth',
  'a passkey with user verification',
  'a passkey without user verification',
]

const SoftAuthenticator = await loadSoftAuthenticator()
const provider = await startProvider({ email })
try {
  printRow('Sign-in with', 'Latchkey', 'Better Auth')
  printRow('---', '---', '---')
  for (const way of ways) printRow(way, ...(await runAll(site => trySignIn(site, way))))
  printRow('the password and a code that was used before', ...(await runAll(tryUsedCode)))
} finally {
  provider.close()
}

function printRow(...cells) {
  console.log(`| ${cells.join(' | ')} |`)
}

async function runAll(run) {
  const results = []
  for (const createSite of [createLatchkeySite, createBetterAuthSite]) {
    const authenticator = new SoftAuthenticator(origin)
    results.push(await run(await createSite({ origin, email, provider: provider.endpoints, authenticator })))
  }
  return results
}

async function trySignIn({ open, signIns, hasSession }, way) {
  const browser = open()
  await signIns[way](browser)
  return (await hasSession(browser)) ? 'a session' : 'asks for the second factor'
}

async function tryUsedCode(site) {
  const code = createTotpCode(site.secret)
  if (!(await signInWithCode(site, code))) throw new Error(`${site.name} rejects a right code.`)
  return (await signInWithCode(site, code)) ? 'a session' : 'rejects the code'
}

async function signInWithCode({ open, signInWithPassword, verifyCode, hasSession }, code) {
  const browser = open()
  await signInWithPassword(browser)
  await verifyCode(browser, code)
  return hasSession(browser)
}
