import type { Callbacks, SessionParams } from '../../types/callbacks.js'
import type { Awaitable, Optional } from '../../types/common.js'
import type { DefaultSession, Session } from '../../types/session.js'

/** The callbacks of a configuration, with the session type that the `session` callback returns. */
export interface TypedCallbacks<S extends Session = Session> extends Optional<Omit<Callbacks, 'session'>> {
  /** Returns the session that clients receive. @default name, email, image and the expiry */
  session?: ((params: SessionParams) => Awaitable<S | DefaultSession>) | undefined
}
