import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { EmailMessage, Plugin, PluginContext } from 'latchkey/plugins'
import { expect, test } from 'vitest'
import { type AppSetup, createTestApp } from '../support/app.js'

/** Creates an app whose plugin runs a step at each request, and returns the result of the step. */
async function runStep<Result>(
  step: (ctx: PluginContext) => Promise<Result>,
  {
    plugin,
    headers,
    ...setup
  }: AppSetup & { plugin?: Partial<Plugin>; headers?: Record<string, string> } = {},
) {
  let result: Result | undefined
  const steps: Plugin = {
    id: 'steps',
    actions: {
      run: {
        async GET(ctx) {
          result = await step(ctx)
          return { data: {} }
        },
      },
    },
    ...plugin,
  }
  const app = createTestApp({ adapter: MemoryAdapter(), plugins: [steps], ...setup })
  const response = await app
    .open()
    .get('/auth/steps/run', { headers: { accept: 'application/json', ...headers } })
  return { result, status: response.status, log: app.log }
}

const content = {
  subject: 'Hello <Ada>',
  heading: 'A heading with app.example',
  paragraphs: ['1 < 2 & 3'],
  button: { label: 'Open "it"', url: 'https://app.example/auth/x?a=1&b=2' },
  notes: ['Ignore this.'],
}

test('an email of a plugin has a text and an escaped HTML part, in the language of the request', async () => {
  const { result } = await runStep(ctx => ctx.composeEmail(content), { headers: { 'accept-language': 'ar' } })
  expect(result?.subject).toBe('Hello <Ada>')
  expect(result?.text).toBe(
    'A heading with app.example\n\n1 < 2 & 3\n\nhttps://app.example/auth/x?a=1&b=2\n\nIgnore this.\n',
  )
  expect(result?.html).toContain('<html lang="ar" dir="rtl">')
  expect(result?.html).toContain('1 &lt; 2 &amp; 3')
  expect(result?.html).toContain('href="https://app.example/auth/x?a=1&amp;b=2"')
  expect(result?.html).toContain('Open &quot;it&quot;')
  expect(result?.html).toContain('app&#8203;.example')
})

test('an email without a button has no link', async () => {
  const { subject, heading } = content
  const { result } = await runStep(ctx => ctx.composeEmail({ subject, heading }))
  expect(result?.html).not.toContain('<a ')
  expect(result?.text).toBe('A heading with app.example\n')
})

test('the color of the theme is that of the button', async () => {
  const { result } = await runStep(ctx => ctx.composeEmail(content), { theme: { brandColor: '#0f7b5f' } })
  expect(result?.html).toContain('bgcolor="#0f7b5f"')
})

test('requests for emails share the limits of sign-in emails', async () => {
  const sent: EmailMessage[] = []
  const { result } = await runStep(
    async ctx => {
      const outcomes: string[] = []
      for (let count = 0; count < 5; count++)
        outcomes.push(await ctx.throttleEmail('ada@example.com', null).catch((error: Error) => error.name))
      return outcomes
    },
    { throttling: {}, sendEmail: message => void sent.push(message) },
  )
  expect(result?.slice(0, 3)).toEqual(['send', 'send', 'send'])
  expect(result?.at(-1)).toBe('TooManyRequests')
})

test('a plugin ends sessions only if it says so', async () => {
  const refused = await runStep(ctx => ctx.endSessions('ada'))
  expect(refused.status).toBe(500)
  expect(refused.log.errors[0]?.message).toContain('Set its `endsSessions` to true')
  const allowed = await runStep(ctx => ctx.endSessions('ada'), { plugin: { endsSessions: true } })
  expect(allowed.status).toBe(200)
})

test('a user is found by email as a magic link finds them', async () => {
  const adapter = MemoryAdapter()
  await adapter.createUser({
    id: 'ada',
    email: `ada@${new URL('https://exämple.com').hostname}`,
    emailVerified: null,
  })
  const { result } = await runStep(
    async ctx => [
      (await ctx.findUserByEmail('ada@exämple.com'))?.id,
      (await ctx.findUserByEmail('ada@example.com'))?.id,
    ],
    { adapter },
  )
  expect(result).toEqual(['ada', undefined])
})
