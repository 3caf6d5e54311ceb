/// <reference path="./modules.d.ts" />

/** Where the app lies, also in the browser. While a page is rendered it is another one, so it is read now. */
import { base } from '$app/paths'

export const appBase = base
