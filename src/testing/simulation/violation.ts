/** The rule of the contract that a story broke. A shorter story must break the same. */
export type Rule =
  | 'Auth never throws'
  | 'failures are documented responses'
  | 'errors are not shown'
  | 'no request fails without a fault'
  | 'redirects stay on the site'
  | 'no session without proof'
  | 'a session shows only its own user'
  | 'only a sign-out or its age ends a session'
  | 'a sign-out is final'
  | 'an expired session is gone'
  | 'a copied cookie gives no more than it had'
  | 'a sign-in that worked works again'
  | 'a failure does not use up a token'
  | 'no user is unreachable'

/** A broken rule. */
export class Violation extends Error {
  override readonly name = 'Violation'
  readonly rule: Rule

  constructor(rule: Rule, message: string) {
    super(message)
    this.rule = rule
  }
}
