/** Rendered once, in the build. The page is in a group without the layout that shows the user. */
export const prerender = true

export const load = () => ({ time: new Date().toISOString() })
