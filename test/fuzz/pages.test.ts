import fc from 'fast-check'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { composeEmail } from 'latchkey/providers/email'
import Passkey from 'latchkey/providers/passkey'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { expect } from 'vitest'
import { createTestApp, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createMutatedText, unusualText } from './arbitraries.js'
import { describeFuzzTarget, readCorpus, silentLogger } from './fuzz-target.js'

const target = 'pages'

interface PageInput {
  readonly page: 'signin' | 'signout' | 'error' | 'verify-request' | 'email'
  /** The parameter of the URL, or the text of the configuration, that has the value. */
  readonly field: string
  readonly value: string
}

/** Returns the markup of a page or an email. */
type Renderer = (input: PageInput) => Promise<string>

const op = createMaliciousProvider()
const configFields = ['name', 'label', 'placeholder']
const queryFields = [
  'error',
  'callbackUrl',
  'email',
  'login_hint',
  'ui_locales',
  'csrfToken',
  'provider',
  'type',
  'code',
  'theme',
  'x',
]
const emailFields = ['token', 'callbackUrl', 'subject', 'heading', 'host']

function createApp(texts: Readonly<Record<string, string>>) {
  const { name = 'Name', ...field } = texts
  const form = {
    id: 'form',
    name,
    type: 'credentials' as const,
    credentials: { user: { type: 'text', ...field } },
    authorize: async () => null,
  }
  return createTestApp({
    op,
    adapter: MemoryAdapter(),
    session: { strategy: 'jwt' },
    logger: silentLogger,
    providers: [op.provider({ name }), form, Passkey()],
  })
}

const plainApp = createApp({})

const render: Renderer = async input => (input.page === 'email' ? renderEmail(input) : renderPage(input))

async function renderPage({ page, field, value }: PageInput): Promise<string> {
  const isOption = configFields.includes(field)
  const app = isOption ? createApp({ [field]: value }) : plainApp
  const query = isOption ? '' : `?${new URLSearchParams({ [field]: value })}`
  const response = await app.answer(new Request(`${origin}/auth/${page}${query}`))
  return response.text()
}

function renderEmail({ field, value }: PageInput): string {
  const url = `${origin}/auth/callback/mail?${new URLSearchParams({ callbackUrl: '/', [field]: value })}`
  const expires = new Date(Date.now() + 600_000)
  const token = field === 'token' ? value : 'token'
  const texts = ['subject', 'heading'].includes(field) ? { [field]: value } : {}
  return composeEmail({ url, token, expires, theme: {}, provider: { oneTimeCode: field === 'token' } }, texts)
    .html
}

/** Lists the elements in document order: depth, tag and attribute names. Fails at a URL that is neither of the web nor an image. */
function listElements(node: DefaultTreeAdapterTypes.Node, depth = 0): string[] {
  const children =
    'childNodes' in node ? node.childNodes.flatMap(child => listElements(child, depth + 1)) : []
  if (defaultTreeAdapter.isCommentNode(node)) return [`${depth} comment`]
  if (!defaultTreeAdapter.isElementNode(node)) return children
  for (const { name, value } of node.attrs)
    if (/^(?:href|src|action|formaction)$/.test(name))
      expect(new URL(value, origin).protocol).toMatch(/^(?:https?|data):$/)
  return [`${depth} ${node.tagName} ${node.attrs.map(({ name }) => name).join(' ')}`, ...children]
}

/** Values without markup that select the same texts and fields: `login_hint` does, and locales that are invalid are left out. */
function listNeutralValues({ field, value }: PageInput): readonly string[] {
  if (field === 'login_hint' && value.includes('@')) return ['ada@example.com']
  return field === 'ui_locales' ? ['en', '!'] : ['neutral']
}

const neutralElements = new Map<string, readonly string[]>()

async function getNeutralElements(neutral: PageInput): Promise<readonly string[]> {
  const key = JSON.stringify(neutral)
  const elements = neutralElements.get(key) ?? listElements(parse(await render(neutral)))
  neutralElements.set(key, elements)
  return elements
}

async function checkPage(subject: Renderer, input: PageInput): Promise<void> {
  // Without a value, the field itself may be left out. Names of errors select a text with other elements.
  if (input.value.trim() === '' || (input.field === 'error' && /^[A-Z]\w+$/.test(input.value))) return
  // Texts of the app can contain placeholders, whose values are in an element.
  if (input.page === 'email' && /\{\w+\}/.test(input.value)) return
  const elements = listElements(parse(await subject(input)))
  const neutral = listNeutralValues(input).map(value => getNeutralElements({ ...input, value }))
  expect(await Promise.all(neutral)).toContainEqual(elements)
}

const markup = readCorpus<PageInput>(target).map(({ value }) => value)
const value = fc.oneof(
  unusualText,
  createMutatedText(markup),
  fc.array(fc.constantFrom(...markup), { maxLength: 3 }).map(parts => parts.join('')),
)

describeFuzzTarget<PageInput, Renderer>({
  name: target,
  subject: render,
  input: fc.oneof(
    fc.record({
      page: fc.constantFrom('signin', 'signout', 'error', 'verify-request'),
      field: fc.constantFrom(...queryFields),
      value,
    }),
    fc.record({ page: fc.constant('signin'), field: fc.constantFrom(...configFields), value }),
    fc.record({ page: fc.constant('email'), field: fc.constantFrom(...emailFields), value }),
  ),
  check: checkPage,
  faults: {
    'an opening bracket is not escaped': async input => (await render(input)).replaceAll('&lt;', '<'),
    'a quotation mark is not escaped': async input => (await render(input)).replaceAll('&quot;', '"'),
  },
})
