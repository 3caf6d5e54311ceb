import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import fc from 'fast-check'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { installDependencies } from '../../tools/setup.js'
import { leadsTo, makeApp, origin } from '../support/app.js'
import { mailbox } from '../support/mailbox.js'
import { onTheWire, seed, typedAddress } from '../support/typed-address.js'

/** Each major that the range of the optional peer allows, and the first of all. */
const mailers = ['nodemailer-7-first', 'nodemailer-7', 'nodemailer-8', 'nodemailer-9', 'nodemailer-10']

const installed = fileURLToPath(new URL('installed', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-mailers-'))

beforeAll(() => installDependencies(installed), 120_000)
beforeAll(() => () => rmSync(folder, { recursive: true, force: true }))

type Provider = typeof import('latchkey/providers/nodemailer')

/** Our provider, as an app has it that installed this mailer. */
async function providerWith(mailer: string): Promise<Provider> {
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
  test('a link arrives through STARTTLS and AUTH, and signs in', { timeout: 30_000 }, async () => {
    const { Nodemailer } = await providerWith(mailer)
    const box = await mailbox()
    onTestFinished(box.close)
    const providers = [Nodemailer({ server: box.server, from: 'Acme <no-reply@acme.example>' })]
    const visit = makeApp({ adapter: MemoryAdapter(), providers }).open()
    await visit.signIn('nodemailer', { email: 'ada@example.com' })
    const { recipients, isEncrypted, from, text = '' } = box.mail()
    expect({ recipients, isEncrypted }).toEqual({ recipients: ['ada@example.com'], isEncrypted: true })
    expect(from).toMatchObject({ name: 'Acme', address: 'no-reply@acme.example' })
    expect(leadsTo(await visit.get(text.match(/https:\S+/)?.[0] ?? ''))).toBe(origin)
    expect(await visit.session()).toMatchObject({ user: { email: 'ada@example.com' } })
  })

  test('a recipient who is refused is told to the visitor', async () => {
    const { Nodemailer } = await providerWith(mailer)
    const box = await mailbox({ rejects: () => true })
    onTestFinished(box.close)
    const visit = makeApp({
      adapter: MemoryAdapter(),
      providers: [Nodemailer({ server: box.server })],
    }).open()
    const answer = await visit.signIn('nodemailer', { email: 'ada@example.com' })
    expect(leadsTo(answer)).toBe(`${origin}/auth/signin?error=EmailSignin`)
  })

  test('one address is one recipient, and the one that was accepted', { timeout: 60_000 }, async () => {
    const { Nodemailer } = await providerWith(mailer)
    const heard: (readonly string[])[] = []
    const accepted: string[] = []
    const server = {
      name: 'notes',
      version: '1',
      send({ message }: Outgoing, done: (error: null, sent: object) => void) {
        heard.push(message.getEnvelope().to)
        done(null, {})
      },
    }
    const provider = Nodemailer({ server })
    const { sendVerificationRequest: send } = provider
    const sendVerificationRequest: typeof send = mail => {
      accepted.push(mail.identifier)
      return send(mail)
    }
    const providers = [{ ...provider, sendVerificationRequest }]
    const visit = makeApp({ adapter: MemoryAdapter(), providers }).open()
    for (const email of fc.sample(typedAddress, { numRuns: 400, seed }))
      await visit.signIn('nodemailer', { email })
    expect(accepted.length, `accepted of seed ${seed}`).toBeGreaterThan(100)
    expect(
      heard.map(to => to.map(onTheWire)),
      `seed ${seed}`,
    ).toEqual(accepted.map(one => [onTheWire(one)]))
  })
})
