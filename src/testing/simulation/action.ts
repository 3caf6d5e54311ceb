import type { Step } from './steps.js'
import type { BrowserModel, World } from './world.js'

/** What a step did, and what the model expects of it. */
export interface StepOutcome {
  /** The step in words, without a full stop. */
  readonly text: string
  /** The browsers in which their persons proved who they are. No other browser may become signed in. */
  readonly authenticatedBrowsers?: readonly BrowserModel[]
  /** Whether at most one of these browsers may become signed in. @default false */
  readonly allowsOneSession?: boolean
  /** The browser that signed out. */
  readonly signedOutBrowser?: BrowserModel | undefined
  /** The browser that lost its session cookie to a planted one. */
  readonly overwrittenBrowser?: BrowserModel | undefined
  /** Whether all sessions expired. @default false */
  readonly isExpiry?: boolean
  /** Whether a server error without a fault is a defect. @default false */
  readonly mustNotFail?: boolean
  /** A sign-in from start to end in a browser that was signed out: person and provider. */
  readonly signInKey?: string | undefined
  /** Whether the first of `authenticatedBrowsers` must become signed in. @default false */
  readonly mustSucceed?: boolean
}

/** Runs a step. Returns null if it is not possible. */
export type StepRunner = (world: World, step: Step) => Promise<StepOutcome | null>

/** Returns the browser of a person in words. */
export function describeBrowser({ person, index }: BrowserModel): string {
  return `${person.name}'s ${index === 0 ? 'first' : 'second'} browser`
}
