import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import fc from 'fast-check'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { installDependencies } from '../../tools/setup.js'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { arbitraryEmail, seed, toWireFormat } from '../support/arbitrary-email.js'
import { startSmtpServer } from '../support/smtp-server.js'

/** The latest release of each major version that the peer range allows, and the oldest allowed release. */
const mailers = ['nodemailer-7-first', 'nodemailer-7', 'nodemailer-8', 'nodemailer-9', 'nodemailer-10']

const installed = fileURLToPath(new URL('installed', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-mailers-'))

beforeAll(() => installDependencies(installed), 120_000)
beforeAll(() => () => rmSync(folder, { recursive: true, force: true }))

type Provider = typeof import('latchkey/providers/nodemailer')

/** Loads the Nodemailer provider with this version of Nodemailer. */
async function createProvider(mailer: string): Promise<Provider> {
  const outfile = join(folder, `${mailer}.mjs`)
  const { main = 'index.js' } = JSON.parse(
    readFileSync(`${installed}/node_modules/${mailer}/package.json`, 'utf8'),
  )
  const path = pathToFileURL(join(installed, 'node_modules', mailer, main)).href
  await build({
    entryPoints: [fileURLToPath(new URL('../../src/providers/nodemailer.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['latchkey-source'],
    logLevel: 'silent',
    plugins: [
      {
        name: 'this-mailer',
        setup: ({ onResolve }) => onResolve({ filter: /^nodemailer$/ }, () => ({ path, external: true })),
      },
    ],
  })
  return import(pathToFileURL(outfile).href)
}

interface Outgoing {
  readonly message: { getEnvelope(): { readonly to: readonly string[] } }
}

describe.each(mailers)('with %s', mailer => {
  test('the magic link is sent with STARTTLS and AUTH and signs the user in', {
    timeout: 30_000,
  }, async () => {
    const { Nodemailer } = await createProvider(mailer)
    const smtp = await startSmtpServer()
    onTestFinished(smtp.close)
    const providers = [Nodemailer({ server: smtp.server, from: 'Acme <no-reply@acme.example>' })]
    const visit = createTestApp({ adapter: MemoryAdapter(), providers }).open()
    await visit.signIn('nodemailer', { email: 'ada@example.com' })
    const { recipients, isEncrypted, from, text = '' } = smtp.getLatestEmail()
    expect({ recipients, isEncrypted }).toEqual({ recipients: ['ada@example.com'], isEncrypted: true })
    expect(from).toMatchObject({ name: 'Acme', address: 'no-reply@acme.example' })
    expect(getLocation(await visit.get(text.match(/https:\S+/)?.[0] ?? ''))).toBe(origin)
    expect(await visit.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
  })

  test('a rejected recipient redirects to error=EmailSignin', async () => {
    const { Nodemailer } = await createProvider(mailer)
    const smtp = await startSmtpServer({ rejects: () => true })
    onTestFinished(smtp.close)
    const visit = createTestApp({
      adapter: MemoryAdapter(),
      providers: [Nodemailer({ server: smtp.server })],
    }).open()
    const answer = await visit.signIn('nodemailer', { email: 'ada@example.com' })
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=EmailSignin`)
  })

  test('an accepted email address is sent to exactly one recipient, which is that address', {
    timeout: 60_000,
  }, async () => {
    const { Nodemailer } = await createProvider(mailer)
    const recipientsOfEmails: (readonly string[])[] = []
    const accepted: string[] = []
    const server = {
      name: 'recording',
      version: '1',
      send({ message }: Outgoing, done: (error: null, sent: object) => void) {
        recipientsOfEmails.push(message.getEnvelope().to)
        done(null, {})
      },
    }
    const provider = Nodemailer({ server })
    const { sendVerificationRequest: send } = provider
    const sendVerificationRequest: typeof send = email => {
      accepted.push(email.identifier)
      return send(email)
    }
    const providers = [{ ...provider, sendVerificationRequest }]
    const visit = createTestApp({ adapter: MemoryAdapter(), providers }).open()
    for (const email of fc.sample(arbitraryEmail, { numRuns: 400, seed }))
      await visit.signIn('nodemailer', { email })
    expect(accepted.length, `accepted of seed ${seed}`).toBeGreaterThan(100)
    expect(
      recipientsOfEmails.map(to => to.map(toWireFormat)),
      `seed ${seed}`,
    ).toEqual(accepted.map(one => [toWireFormat(one)]))
  })
})
