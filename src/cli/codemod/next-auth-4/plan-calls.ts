import type { Binding } from '../bindings.js'
import type { Edit } from '../edits.js'
import { type Call, findCalls, findMember, parseObjectLiteral } from '../expressions.js'
import { insertMembers, type ParsedSource } from '../insert-members.js'
import type { Diagnostic, RewritePlan } from '../rewrite-plan.js'
import {
  type CallOptions,
  checkCookieName,
  formatMembers,
  getTokenMembers,
  getWithAuthMembers,
} from './call-options.js'

/** Changes the calls of one function, or reports them. */
type CallRule = (parsed: ParsedSource, call: Call, options: CallOptions) => Partial<RewritePlan>

const rules: ReadonlyMap<string, CallRule> = new Map(
  Object.entries<CallRule>({
    'next-auth/jwt getToken': planGetToken,
    'next-auth/jwt encode': (parsed, call) =>
      report(
        parsed,
        call,
        'pass `salt`, the name of the session cookie. The tokens have another format than in NextAuth 4',
      ),
    'next-auth/jwt decode': (parsed, call) =>
      report(
        parsed,
        call,
        'pass `salt`, the name of the session cookie. For tokens of NextAuth 4, use getToken with `legacySessions`',
      ),
    'next-auth/middleware default': planWithAuth,
    'next-auth/middleware withAuth': planWithAuth,
    'next-auth/react getSession': planGetSession,
    'next-auth/react getCsrfToken': (parsed, call) =>
      call.arguments.length === 0
        ? {}
        : report(parsed, call, 'call getCsrfToken in the browser, without arguments'),
    'next-auth/react getProviders': (parsed, call) =>
      call.arguments.length === 0 ? {} : report(parsed, call, 'call getProviders without arguments'),
    'next-auth getServerSession': checkServerSession,
    'next-auth/next getServerSession': checkServerSession,
  }),
)

/** Changes calls whose parameters differ, and reports those that have to be changed by hand. */
export function planCalls(
  parsed: ParsedSource,
  bindings: readonly Binding[],
  options: CallOptions,
): RewritePlan {
  const plans = bindings.flatMap(({ specifier, imported, local }) => {
    const rule = findRule(specifier, imported)
    return rule ? findCalls(parsed.code, local).map(call => rule(parsed, call, options)) : []
  })
  return {
    edits: plans.flatMap(({ edits = [] }) => edits),
    diagnostics: plans.flatMap(({ diagnostics = [] }) => diagnostics),
  }
}

function findRule(specifier: string, imported: string): CallRule | undefined {
  const isProvider = specifier.startsWith('next-auth/providers/') && imported === 'default'
  return isProvider ? checkProviderOptions : rules.get(`${specifier} ${imported}`)
}

function report(parsed: ParsedSource, call: Call, text: string): { diagnostics: Diagnostic[] } {
  return { diagnostics: [{ offset: getOffset(parsed, call), text, needsManualChange: true }] }
}

function getOffset({ code }: ParsedSource, { index }: Call): number {
  return code[index]?.start ?? 0
}

/** NextAuth 4 read the secret from the environment. */
function planGetToken(parsed: ParsedSource, call: Call, options: CallOptions): Partial<RewritePlan> {
  const members = getTokenMembers(options)
  const [first] = call.arguments
  const literal = first && parseObjectLiteral(parsed.code, first.from)
  if (!literal) return report(parsed, call, `pass \`secret\` and \`${formatMembers(members)}\``)
  const secret = 'process.env.AUTH_SECRET ?? process.env.NEXTAUTH_SECRET'
  const edits = insertMembers(parsed, literal, { ...members, secret })
  const hasName = findMember(parsed.code, literal, 'cookieName') !== undefined
  return { edits, diagnostics: hasName ? [] : checkCookieName(getOffset(parsed, call), options) }
}

function planWithAuth(parsed: ParsedSource, call: Call, options: CallOptions): Partial<RewritePlan> {
  const { code } = parsed
  const members = getWithAuthMembers(options)
  const last = call.arguments.at(-1)
  const literal = last && parseObjectLiteral(code, last.from)
  if (literal) {
    const hasName = findMember(code, literal, 'cookies') !== undefined
    const edits = insertMembers(parsed, literal, members)
    return { edits, diagnostics: hasName ? [] : checkCookieName(getOffset(parsed, call), options) }
  }
  if (call.arguments.length > 1)
    return report(parsed, call, `add \`${formatMembers(members)}\` to the options of withAuth`)
  const offset = code[last ? last.to - 1 : call.close - 1]?.end ?? 0
  const text = `{ ${formatMembers(members)} }`
  const edits = [{ start: offset, end: offset, text: last ? `, ${text}` : text }]
  return { edits, diagnostics: checkCookieName(getOffset(parsed, call), options) }
}

/** On a server, NextAuth 4 received the request. */
function planGetSession(parsed: ParsedSource, call: Call): Partial<RewritePlan> {
  const { source, code } = parsed
  const [first] = call.arguments
  const [start, end] = [code[first?.from ?? -1], code[(first?.to ?? 0) - 1]]
  if (!start || !end) return {}
  const request = parseRequest(source.slice(start.start, end.end))
  if (!request)
    return report(
      parsed,
      call,
      "pass the cookies of the request: { headers: { cookie: req.headers.cookie ?? '' } }",
    )
  const text = `{ headers: { cookie: ${request}?.headers.cookie ?? '' } }`
  const edit: Edit = { start: start.start, end: end.end, text }
  return { edits: [edit] }
}

/** Returns the expression of the request in `context`, `{ req }` or `{ req: context.req }`. */
function parseRequest(argument: string): string | undefined {
  if (/^[\w$]+$/.test(argument)) return `${argument}.req`
  const [, expression = 'req'] = /^\{\s*req(?:\s*:\s*([\w$.]+))?,?\s*\}$/.exec(argument) ?? []
  return argument.startsWith('{') && /^\{\s*req\b/.test(argument) && !argument.includes('(')
    ? expression
    : undefined
}

function checkServerSession(parsed: ParsedSource, call: Call): Partial<RewritePlan> {
  return call.arguments.length === 0
    ? report(
        parsed,
        call,
        'pass the options to getServerSession: without them, sessions of NextAuth 4 are not accepted',
      )
    : {}
}

/** Options of providers that Latchkey does not have, and what to do about them. */
const providerOptionHints: Readonly<Record<string, string>> = {
  httpOptions:
    'remove `httpOptions`: requests have a time limit. For a proxy or other headers, set `customFetch`',
  version: 'remove `version`: the provider uses OAuth 2',
}

function checkProviderOptions({ code }: ParsedSource, call: Call): Partial<RewritePlan> {
  const literal = parseObjectLiteral(code, call.arguments[0]?.from ?? -1)
  const diagnostics = Object.entries(providerOptionHints).flatMap(([name, text]) => {
    const offset = literal && code[findMember(code, literal, name)?.from ?? -1]?.start
    return typeof offset === 'number' ? [{ offset, text, needsManualChange: true }] : []
  })
  return { diagnostics }
}
