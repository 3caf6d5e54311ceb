/** The properties of a response that are compared, with random values masked. */
export interface ResponseFacts {
  readonly status: number
  readonly location: string | null
  /** Media type only. */
  readonly type: string | null
  /** `Set-Cookie` lines, in order. */
  readonly cookies: readonly string[]
  /** Empty for a page. */
  readonly body: string
  readonly title: string
  readonly bodyClass: string
  /** The classes that themes and tests rely on. */
  readonly classes: readonly string[]
  /** Each form's method and action, its fields as `name#id:type`, its button with text. */
  readonly forms: readonly string[]
  /** The names of each form's hidden fields. */
  readonly hidden: readonly string[]
}

/** The names of the properties. */
export type Fact = keyof ResponseFacts

const classes = [
  'page',
  'signin',
  'signout',
  'verify-request',
  'error',
  'card',
  'provider',
  'message',
  'site',
]

export async function readFacts(answer: Response): Promise<ResponseFacts> {
  const text = (await answer.text()).replace(/[\da-f]{64}/g, '…')
  const type = answer.headers.get('content-type')?.split(';')[0] ?? null
  const isPage = type === 'text/html'
  const html = isPage ? text.replace(/<(style|script|svg)\b.*?<\/\1>/gs, '') : ''
  const forms = [...html.matchAll(/<form\b.*?<\/form>/gs)].map(([form]) => form)
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    type,
    cookies: answer.headers.getSetCookie().map(line => line.replace(/[\da-f]{64}/g, '…')),
    body: isPage ? '' : text,
    title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '',
    bodyClass: /<body[^>]*\bclass="([^"]*)"/.exec(html)?.[1] ?? '',
    classes: classes.filter(name => new RegExp(`class="(?:[^"]* )?${name}(?: [^"]*)?"`).test(html)),
    forms: forms.map(form => [parseFormTag(form), ...parseFields(form), parseButton(form)].join(', ')),
    hidden: forms.map(form => parseHiddenFields(form).join(' ')),
  }
}

/** The properties in which two responses differ. */
export function compareFacts(one: ResponseFacts, other: ResponseFacts): Fact[] {
  const all = Object.keys(one) as Fact[]
  return all.filter(fact => JSON.stringify(one[fact]) !== JSON.stringify(other[fact]))
}

function parseFormTag(form: string): string {
  return `${getAttribute(form, 'method')} ${getAttribute(form, 'action')}`
}

function parseFields(form: string): string[] {
  const shown = parseInputs(form).filter(input => getAttribute(input, 'type') !== 'hidden')
  return shown.map(
    input => `${getAttribute(input, 'name')}#${getAttribute(input, 'id')}:${getAttribute(input, 'type')}`,
  )
}

function parseHiddenFields(form: string): string[] {
  return parseInputs(form)
    .filter(input => getAttribute(input, 'type') === 'hidden')
    .map(input => getAttribute(input, 'name'))
}

function parseButton(form: string): string {
  const [whole = '', text = ''] = /<button\b[^>]*>(.*?)<\/button>/s.exec(form) ?? []
  return `${getAttribute(whole, 'type')}#${getAttribute(whole, 'id')} ${text.replace(/<[^>]*>/g, '').trim()}`
}

function parseInputs(form: string): string[] {
  return form.match(/<input\b[^>]*>/g) ?? []
}

function getAttribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}
