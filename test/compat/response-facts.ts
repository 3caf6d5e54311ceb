/** What an answer says, in a form that two answers can be compared in: what is random in it is masked. */
export interface Facts {
  readonly status: number
  readonly location: string | null
  /** Media type only. */
  readonly type: string | null
  /** `Set-Cookie` lines, in order. */
  readonly cookies: readonly string[]
  /** What is not a page. */
  readonly body: string
  readonly title: string
  readonly bodyClass: string
  /** Which of the classes that themes and tests hold on to are there. */
  readonly classes: readonly string[]
  /** Each form's method and target, its fields as `name#id:type`, its button with text. */
  readonly forms: readonly string[]
  /** The names of each form's hidden fields. */
  readonly hidden: readonly string[]
}

/** The names of what an answer says. */
export type Fact = keyof Facts

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

export async function factsOf(answer: Response): Promise<Facts> {
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
    forms: forms.map(form => [head(form), ...fields(form), button(form)].join(', ')),
    hidden: forms.map(form => hidden(form).join(' ')),
  }
}

/** The facts in which two answers differ. */
export function differing(one: Facts, other: Facts): Fact[] {
  const all = Object.keys(one) as Fact[]
  return all.filter(fact => JSON.stringify(one[fact]) !== JSON.stringify(other[fact]))
}

function head(form: string): string {
  return `${attribute(form, 'method')} ${attribute(form, 'action')}`
}

function fields(form: string): string[] {
  const shown = inputs(form).filter(input => attribute(input, 'type') !== 'hidden')
  return shown.map(
    input => `${attribute(input, 'name')}#${attribute(input, 'id')}:${attribute(input, 'type')}`,
  )
}

function hidden(form: string): string[] {
  return inputs(form)
    .filter(input => attribute(input, 'type') === 'hidden')
    .map(input => attribute(input, 'name'))
}

function button(form: string): string {
  const [whole = '', text = ''] = /<button\b[^>]*>(.*?)<\/button>/s.exec(form) ?? []
  return `${attribute(whole, 'type')}#${attribute(whole, 'id')} ${text.replace(/<[^>]*>/g, '').trim()}`
}

function inputs(form: string): string[] {
  return form.match(/<input\b[^>]*>/g) ?? []
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}
