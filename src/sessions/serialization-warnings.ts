import { getRuntimeEnvironment } from '../config/environment.js'
import type { Settings } from '../types/context.js'
import type { Session } from '../types/session.js'

/** Frames of functions that turn page data into text: React and `Response.json` use JSON, SvelteKit devalue, SolidStart seroval. */
const serializerFrame = /\bat (?:JSON\.)?stringify \(<anonymous>\)|[\\/](?:devalue|seroval)[\\/]/

/** Frames of React that only describe what a component awaited, for its developer tools. */
const debugFrame = /Debug|Console/

/**
 * In development, warns when the private fields of the user are serialized, most likely for the browser.
 *
 * @param session what server code receives
 * @param publicSession what `GET session` responds
 * @returns the session; in development, its private fields are accessors
 */
export function withSerializationWarnings(
  { warnOnce }: Settings,
  session: Session,
  publicSession: Session,
): Session {
  if (getRuntimeEnvironment().NODE_ENV !== 'development' || !session.user) return session
  const { user } = session
  const privateFields = Object.keys(user).filter(
    name => name !== 'id' && !(name in (publicSession.user ?? {})),
  )
  const warn = () => {
    if (isSerializing()) warnOnce('private-fields-serialized', '', describeFields(privateFields))
  }
  const accessors = privateFields.map(name => [name, createAccessor(Reflect.get(user, name), warn)])
  return { ...session, user: Object.defineProperties({ ...user }, Object.fromEntries(accessors)) }
}

function createAccessor(initialValue: unknown, onRead: () => void): PropertyDescriptor {
  let value = initialValue
  return {
    enumerable: true,
    configurable: true,
    get() {
      onRead()
      return value
    },
    set(newValue: unknown) {
      value = newValue
    },
  }
}

function isSerializing(): boolean {
  const frames = new Error().stack ?? ''
  return serializerFrame.test(frames) && !debugFrame.test(frames)
}

function describeFields(names: readonly string[]): string {
  return (
    `A session was serialized with columns of the user that \`GET session\` does not return: ${names.join(', ')}. ` +
    'Pass `toPublicSession(session)` to client components and page data.'
  )
}
