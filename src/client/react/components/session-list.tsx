'use client'

import { type ReactElement, useContext } from 'react'
import type { AccountSessions } from '../../components/account-calls.js'
import {
  fillText,
  formatTime,
  mergeTexts,
  type OwnTexts,
  type SessionListTexts,
  sessionListTexts,
} from '../../components/texts.js'
import { AuthUrlContext } from '../session-context.js'
import { AccountRegion, ChangeButton } from './account-parts.js'
import { useAccount } from './use-account.js'

/** Props of {@link SessionList}. */
export interface SessionListProps {
  /** Language of dates. @default the language of the browser */
  locale?: string | undefined
  /** CSS classes of the root, in addition to `latchkey-sessions`. */
  className?: string | undefined
  texts?: OwnTexts<SessionListTexts> | undefined
}

/**
 * Shows where the user is signed in, and ends sessions. The server needs the plugin `latchkey/account`. Until the list is loaded, and without
 * JavaScript, it is a link to the built-in page.
 *
 * @throws Error outside of a `SessionProvider`
 *
 * @example
 * ```tsx
 * import { SessionList, SignedIn } from 'latchkey/react'
 *
 * export const Devices = () => <SignedIn><SessionList locale="de" /></SignedIn>
 * ```
 */
export function SessionList({ locale, className, texts: own }: SessionListProps): ReactElement {
  const authUrl = useContext(AuthUrlContext)
  const form = useAccount('account/sessions')
  const texts = mergeTexts(sessionListTexts, own)
  return (
    <AccountRegion
      {...{ form, texts, heading: texts.heading }}
      classNames={['latchkey-sessions', className]}
      pageUrl={`${authUrl}/account/sessions`}
    >
      <ul>
        {form.data?.sessions.map(session => (
          <SessionItem
            key={session.id}
            {...{ session, texts, locale }}
            onEnd={() => void form.change('account/sessions', { change: 'end', id: session.id })}
          />
        ))}
      </ul>
      <div className="latchkey-row">
        <ChangeButton onPress={() => void form.change('account/sessions', { change: 'end-others' })}>
          {texts.endOthers}
        </ChangeButton>
        <ChangeButton onPress={() => void form.change('account/sessions', { change: 'end-all' })}>
          {texts.endAll}
        </ChangeButton>
      </div>
    </AccountRegion>
  )
}

interface SessionItemProps {
  readonly session: AccountSessions['sessions'][number]
  readonly texts: SessionListTexts
  readonly locale: string | undefined
  readonly onEnd: () => void
}

function SessionItem({ session, texts, locale, onEnd }: SessionItemProps) {
  const { device, isCurrent, ipPrefix, method, lastSeenAt, createdAt } = session
  const name = device ?? texts.unknown
  const time = lastSeenAt ?? createdAt
  return (
    <li className="latchkey-row" data-current={isCurrent || undefined}>
      <div className="latchkey-entry">
        <bdi>{name}</bdi>
        {isCurrent && <span className="latchkey-badge">{texts.current}</span>}
        <span className="latchkey-muted">
          {time && (
            <time dateTime={time}>{fillText(texts.lastSeen, { date: formatTime(time, locale) })}</time>
          )}{' '}
          {ipPrefix && <bdi>{ipPrefix}</bdi>} {method && <bdi>{method}</bdi>}
        </span>
      </div>
      {!isCurrent && (
        <ChangeButton label={fillText(texts.endName, { name })} onPress={onEnd}>
          {texts.end}
        </ChangeButton>
      )}
    </li>
  )
}
