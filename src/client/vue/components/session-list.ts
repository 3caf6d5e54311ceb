import { defineComponent, h, type PropType, type VNode } from 'vue'
import type { AccountSessions } from '../../components/account-calls.js'
import {
  fillText,
  formatTime,
  mergeTexts,
  type OwnTexts,
  type SessionListTexts,
  sessionListTexts,
} from '../../components/texts.js'
import { useSession } from '../session.js'
import { renderButton, renderRegion } from './account-parts.js'
import { useAccount } from './use-account.js'

/**
 * Shows where the user is signed in, and ends sessions. The server needs the plugin `latchkey/account`. Until the list is loaded, and without
 * JavaScript, it is a link to the built-in page.
 *
 * @example
 * ```vue
 * <SignedIn><SessionList locale="de" /></SignedIn>
 * ```
 */
export const SessionList = /*#__PURE__*/ defineComponent({
  name: 'SessionList',
  props: {
    /** Language of dates. @default the language of the browser */
    locale: String as PropType<string | undefined>,
    texts: Object as PropType<OwnTexts<SessionListTexts> | undefined>,
  },
  setup(props) {
    const { authUrl } = useSession()
    const form = useAccount('account/sessions')
    return () => {
      const texts = mergeTexts(sessionListTexts, props.texts)
      const end = (change: 'end-others' | 'end-all') => () => void form.change('account/sessions', { change })
      const items = form.data.value?.sessions.map(session =>
        renderItem(session, texts, {
          locale: props.locale,
          end: () => void form.change('account/sessions', { change: 'end', id: session.id }),
        }),
      )
      return renderRegion({
        ...{ form, texts, className: 'latchkey-sessions' },
        pageUrl: `${authUrl}/account/sessions`,
        children: [
          h('ul', items),
          h('div', { class: 'latchkey-row' }, [
            renderButton(texts.endOthers, end('end-others')),
            renderButton(texts.endAll, end('end-all')),
          ]),
        ],
      })
    }
  },
})

function renderItem(
  { id, device, isCurrent, ipPrefix, method, lastSeenAt, createdAt }: AccountSessions['sessions'][number],
  texts: SessionListTexts,
  { locale, end }: { readonly locale: string | undefined; readonly end: () => void },
): VNode {
  const name = device ?? texts.unknown
  const time = lastSeenAt ?? createdAt
  return h('li', { key: id, class: 'latchkey-row', 'data-current': isCurrent || undefined }, [
    h('div', { class: 'latchkey-entry' }, [
      h('bdi', name),
      isCurrent && h('span', { class: 'latchkey-badge' }, texts.current),
      h('span', { class: 'latchkey-muted' }, [
        time && h('time', { datetime: time }, fillText(texts.lastSeen, { date: formatTime(time, locale) })),
        ' ',
        ipPrefix && h('bdi', ipPrefix),
        ' ',
        method && h('bdi', method),
      ]),
    ]),
    !isCurrent && renderButton(texts.end, end, fillText(texts.endName, { name })),
  ])
}
