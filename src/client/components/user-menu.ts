import { addListener } from '../page-lifecycle.js'

/**
 * Adds the keyboard and the mouse to a `<details>` element that shows the menu of a user, by the disclosure pattern of the ARIA Authoring
 * Practices Guide. Escape, a click outside and a focus outside close it. Arrow keys, Home and End move between its links and buttons.
 *
 * @returns function that removes the listeners
 */
export function enableUserMenu(menu: HTMLDetailsElement): () => void {
  const unsubscribers = [
    addListener(menu, 'keydown', event => handleKey(menu, event as KeyboardEvent)),
    addListener(menu, 'focusout', event => closeUnlessInside(menu, (event as FocusEvent).relatedTarget)),
    addListener(document, 'pointerdown', event => closeUnlessInside(menu, event.target)),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

function handleKey(menu: HTMLDetailsElement, event: KeyboardEvent): void {
  const isHandled = event.key === 'Escape' ? closeByKey(menu) : moveFocus(menu, event.key)
  if (isHandled) event.preventDefault()
}

/** Closes the menu and returns the focus to its button. @returns whether it was open */
function closeByKey(menu: HTMLDetailsElement): boolean {
  if (!menu.open) return false
  menu.open = false
  menu.querySelector('summary')?.focus()
  return true
}

/** Moves the focus. From the button, arrow keys open the menu. @returns whether the key moves the focus */
function moveFocus(menu: HTMLDetailsElement, key: string): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>('a[href],button')]
  const current = items.indexOf(document.activeElement as HTMLElement)
  const targets: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current < 0 ? -1 : current - 1,
    Home: 0,
    End: -1,
  }
  const target = targets[key]
  const isArrow = key.startsWith('Arrow')
  if (target === undefined || (!menu.open && !isArrow)) return false
  menu.open = true
  items.at(target % items.length)?.focus()
  return true
}

/** A focus that moves to no element, as when the window loses it, closes nothing. */
function closeUnlessInside(menu: HTMLDetailsElement, target: EventTarget | null): void {
  if (target instanceof Node && !menu.contains(target)) menu.open = false
}

/** Returns whether a click on a link opens it here. Another key or button opens it elsewhere. */
export function isPlainClick(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
